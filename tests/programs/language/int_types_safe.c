// Every integer type keeps its own range.
#include <assert.h>
#include <limits.h>

int main(void) {
    char c = CHAR_MIN;
    signed char sc = SCHAR_MAX;
    unsigned char uc = UCHAR_MAX;
    short s = SHRT_MIN;
    unsigned short us = USHRT_MAX;
    int i = INT_MIN;
    unsigned int ui = UINT_MAX;
    long l = LONG_MAX;
    unsigned long ul = ULONG_MAX;
    long long ll = LLONG_MIN;
    unsigned long long ull = ULLONG_MAX;

    assert(c == -128 && sc == 127 && uc == 255);
    assert(s == -32768 && us == 65535);
    assert(i == -2147483647 - 1 && ui == 4294967295u);
    assert(l == 9223372036854775807L && ul == 18446744073709551615UL);
    assert(ll == -9223372036854775807LL - 1);
    assert(ull == 18446744073709551615ULL);
    return 0;
}
