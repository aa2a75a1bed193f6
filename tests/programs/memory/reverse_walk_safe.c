// Down to one before the first element.
#include <assert.h>

static int v[3] = {1, 2, 3};

int main(void) {
    int s = 0;
    for (int *p = v + 2; p >= v; p--)
        s = 10 * s + *p;
    assert(s == 321);
    return 0;
}
