// Labels of other types, negative labels, case ranges, constant expressions.
#include <assert.h>

enum mode { SLOW = -1, FAST = 7 };

static int kind(unsigned char c) {
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'f': return 2;
    case 'x' + 1: return 3;
    case 255: return 4;
    }
    return 0;
}

static int speed(long long m) {
    switch (m) {
    case SLOW: return 1;
    case FAST: return 2;
    case 1LL << 40: return 3;
    }
    return 0;
}

int main(void) {
    assert(kind('5') == 1 && kind('a') == 2 && kind('f') == 2 && kind('g') == 0);
    assert(kind('y') == 3 && kind((unsigned char)-1) == 4);
    assert(speed(-1) == 1 && speed(7) == 2 && speed(1099511627776LL) == 3 && speed(0) == 0);
    switch (3) {
    }
    switch (1) {
    default:
        assert(kind('9') == 1);
    }
    return 0;
}
