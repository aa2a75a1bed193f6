// Narrowing keeps the low bits; widening follows the signedness of the source.
#include <assert.h>

int main(void) {
    int i = 300;
    unsigned char uc = i;
    signed char sc = (signed char)200;
    short s = (short)70000;
    unsigned short us = -1;
    long long ll = -5;
    unsigned int ui = (unsigned int)ll;

    assert(uc == 44);
    assert(sc == -56);
    assert(s == 4464);
    assert(us == 65535);
    assert(ui == 4294967291u);
    assert((unsigned int)sc == 4294967240u);
    assert((unsigned char)sc == 200);
    assert((long long)ui == 4294967291LL);
    assert((int)(unsigned char)ll == 251);
    return 0;
}
