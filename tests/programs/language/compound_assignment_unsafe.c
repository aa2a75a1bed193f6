// Every compound assignment, on wide and narrow targets.
#include <assert.h>

static int idx;
static int next(void) { return idx++; }

int main(void) {
    int x = 100;
    unsigned char c = 250;
    signed char sc = 100;
    unsigned u = 0xF0F0;
    int v[3] = {1, 2, 3};

    x += 5;
    x -= 15;
    x *= 3;
    x /= 7;
    assert(x == 38);
    x %= 10;
    x <<= 2;
    x >>= 1;
    assert(x == 16);
    u &= 0xFF00;
    u |= 0x000F;
    u ^= 0xFFFF;
    assert(u == 0x0FF0);
    c += 10;
    assert(c == 260);
    c -= 5;
    c >>= 1;
    assert(c == 127);
    sc += 100;
    assert(sc == -56);
    sc /= 2u;
    assert(sc == -28);
    v[next()] += 10;
    v[next()] *= v[0] += 1;
    assert(idx == 2 && v[0] == 12 && v[1] == 24);
    v[2] = (x -= 3) * 2;
    assert(x == 13 && v[2] == 26);
    return 0;
}
