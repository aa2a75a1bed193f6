#include <assert.h>

int main(void) {
    int a[2] = {1, 2}, n = 0;
    int *p = __builtin_assume_aligned(&a[n++], 4), *q = __builtin_assume_aligned(p + 1, 4, n++);
    assert(p == a && *q == 2 && n == 2);
    assert(__builtin_expect(n++, 2) == 2 && n == 3);
    return 0;
}
