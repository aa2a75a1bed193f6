// Pointers move in elements; differences and comparisons within one array.
#include <assert.h>

int main(void) {
    int a[6] = {0, 10, 20, 30, 40, 50};
    int *p = a, *q = &a[5];
    short s[3] = {1, 2, 3};
    short *sp = s + 2;

    assert(q - p == 5);
    assert(p < q && q > p && p <= a && p != q);
    p += 2;
    assert(*p == 20 && p[-1] == 10 && p[1] == 30 && 2 [p] == 40);
    assert(*p++ == 20 && *p == 30);
    assert(*++p == 40);
    assert(*--p == 30);
    assert(*(q - 4) == 10);
    q -= 3;
    assert(q - a == 3);
    assert(&a[3] - &a[1] == 2);
    assert(*sp-- == 3 && *sp == 2);
    assert(a + 6 - a == 6);
    *(p - 1) = 21;
    assert(a[2] == 21);
    return 0;
}
