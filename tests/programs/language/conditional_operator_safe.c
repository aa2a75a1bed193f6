// Only the chosen branch is evaluated; the type is the common one; GNU ?: without a middle.
#include <assert.h>

static int calls;
static int touch(int r) {
    calls++;
    return r;
}

int main(void) {
    int a = 5, b = 3;
    int max = a > b ? a : b;
    int sign = a < 0 ? -1 : a == 0 ? 0 : 1;

    assert(max == 5 && sign == 1);
    int r = a > b ? touch(1) : touch(2);
    assert(r == 1 && calls == 1);
    assert((a ? -1 : 0u) > 0);
    r = touch(4) ?: touch(5);
    assert(r == 4 && calls == 2);
    r = touch(0) ?: touch(6);
    assert(r == 6 && calls == 4);
    *(a > b ? &a : &b) = 0;
    assert(a == 0 && b == 3);
    a == 0 ? b++ : a++;
    assert(b == 4 && a == 0);
    return 0;
}
