// Unsigned arithmetic is modulo 2^n and never overflows.
#include <assert.h>

int main(void) {
    unsigned u = 0, v = 0xFFFFFFFFu;
    unsigned char c = 255;
    unsigned short s = 0;
    unsigned long long l = 0;

    u--;
    assert(u == 4294967295u && u + 1 == 0);
    assert(v * v == 0);
    assert(3u - 5u == 4294967294u);
    assert(-1u == v && -(v) == 1);
    c++;
    assert(c == 0);
    s -= 1;
    assert(s == 65535);
    l -= 1;
    assert(l == 18446744073709551615ull);
    assert(2147483648u * 2u == 0 && 65536u * 65537u == 65536u);
    assert(u - 10 > 1000);
    return 0;
}
