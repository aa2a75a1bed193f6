// Shifts take the promoted type of the left operand; right shifts of negative values are arithmetic.
#include <assert.h>

int main(void) {
    int n = -16;
    unsigned u = 0x80000000u;
    unsigned char c = 0x81;
    long long one = 1;

    assert(n >> 2 == -4 && -1 >> 31 == -1);
    assert(u >> 31 == 1 && u >> 4 == 0x08000000u);
    assert(u << 1 == 0);
    assert(c << 4 == 0x810 && (unsigned char)(c << 4) == 0x10);
    assert((signed char)c >> 1 == -64);
    assert(one << 40 == 1099511627776LL);
    assert(1u << 31 == u);
    c <<= 1;
    assert(c == 2);
    n >>= 3;
    assert(n == -2);
    return 0;
}
