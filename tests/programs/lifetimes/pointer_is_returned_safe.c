#include <assert.h>

static int *address(int value) {
    int local = value;
    int *here = &local;
    return here;
}

int main(void) {
    int *first = address(3);
    int *second = address(4);
    assert(*first == 4 && *second == 3);
    return 0;
}
