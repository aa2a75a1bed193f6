// Integer promotion and the usual arithmetic conversions.
#include <assert.h>

int main(void) {
    unsigned char a = 200, b = 100;
    signed char m = -1;
    unsigned short us = 65535;
    unsigned int zero = 0;
    long long wide = -1;

    assert(a + b == 300);
    assert((unsigned char)(a + b) == 44);
    assert(~a == -201);
    assert(m > zero);
    assert(wide < zero);
    assert(m < us);
    assert(-a == -200);
    assert((a << 1) == 400);
    assert(m == -1 && (unsigned int)m == 0xFFFFFFFFu);
    assert((m ^ zero) == 0xFFFFFFFFu);
    return 0;
}
