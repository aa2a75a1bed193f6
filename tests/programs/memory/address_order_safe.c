// Somewhere they lie, and there they stay: orders are consistent, objects disjoint, null is no object.
#include <assert.h>

int a, b[2];

int main(void) {
    int *p = &a, *q = b;
    unsigned long x = (unsigned long)&a, y = (unsigned long)b;
    assert(!(p < q && q < p));
    assert((x < y) == (p < q));
    assert(x != 0 && x != y && x + 1 != y && (unsigned long)&b[1] - y == sizeof(int));
    assert(x == (unsigned long)p && x % sizeof(int) == 0);
    return 0;
}
