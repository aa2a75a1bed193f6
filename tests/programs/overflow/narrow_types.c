// char and short are computed as int: the conversion back is no overflow.
#include <assert.h>

int main(void) {
    signed char c = 127;
    short s = -32768;
    unsigned char u = 255;

    c++;
    s--;
    u += 200;
    assert(c == -128 && s == 32767 && u == 199);
    c = c * c;
    assert(c == 0);
    return 0;
}
