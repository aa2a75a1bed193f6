// A pointer just past the end may be made and compared, not dereferenced.
#include <assert.h>

int main(void) {
    int v[3] = {1, 2, 3};
    int *end = v + 3;
    int n = 0;
    for (int *p = v; p != end; p++)
        n += *p;
    assert(n == 6 && end - v == 3 && &v[3] == end);
    return 0;
}
