// Unsigned arithmetic wraps and is never an overflow; nor are conversions.
#include <assert.h>

int main(void) {
    unsigned a = 4000000000u, b = 4000000000u;
    int c;

    a += b;
    assert(a == 3705032704u);
    a *= a;
    b = 0u - b;
    assert(b == 294967296u);
    c = (int)3000000000u;
    assert(c < 0);
    c = -1;
    assert(c + 0u == 4294967295u);
    return 0;
}
