// _Bool holds 0 or 1 whatever is stored into it.
#include <assert.h>
#include <stdbool.h>

int main(void) {
    int x = 0;
    _Bool a = 256;
    bool b = 0;
    bool c = &x;
    bool d = -1;
    bool e = true;

    assert(a == 1);
    assert(b == false);
    assert(c && d == 1);
    b += 5;
    assert(b == 5);
    b = (bool)(x & 2);
    assert(!b);
    e = e + e;
    assert(e == 1);
    e--;
    assert(e == 0);
    assert(sizeof(bool) == 1);
    assert((bool)0x100 == 1 && (unsigned char)0x100 == 0);
    return 0;
}
