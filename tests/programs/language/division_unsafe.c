// Division truncates towards zero; the remainder has the sign of the dividend.
#include <assert.h>

int main(void) {
    int a = -7, b = 2;
    unsigned ua = -7;
    long long l = -7;
    signed char c = -128;

    assert(a / b == -3 && a % b == 1);
    assert(7 / -2 == -3 && 7 % -2 == 1 && -7 / -2 == 3 && -7 % -2 == -1);
    assert(ua / 2 == 2147483644u && ua % 2 == 1);
    assert(l / 2 == -3 && l % 3 == -1);
    assert(a / 2u == 2147483644u);
    assert(c / -1 == 128);
    assert(0 / 5 == 0 && 0 % 5 == 0 && 3 / 5 == 0 && 3 % 5 == 3);
    return 0;
}
