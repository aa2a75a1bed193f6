// & | ^ ~ and their precedence.
#include <assert.h>

int main(void) {
    unsigned m = 0xF0;
    int s = -1;
    unsigned char c = 0x0F;

    assert((m & 0x3C) == 0x30 && (m | 0x0F) == 0xFF && (m ^ 0xFF) == 0x0F);
    assert(~m == 0xFFFFFF0Fu && ~s == 0 && ~c == -16);
    assert((s & 0xFF) == 255);
    assert((1 | 2 ^ 3 & 1) == 2);
    assert((m & 1) == 0 && !(m & 1));
    assert((6 & -6) == 2);
    c = ~c;
    assert(c == 0xF0);
    assert((m >> 4 & 3) == 3);
    assert((s ^ 5) == -6);
    return 0;
}
