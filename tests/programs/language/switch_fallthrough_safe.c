// Cases fall through until a break.
#include <assert.h>

static int f(int n) {
    int r = 0;
    switch (n) {
    case 0:
        r += 1;
    case 1:
        r += 10;
        break;
    case 2:
    case 3:
        r += 100;
    default:
        r += 1000;
    }
    return r;
}

int main(void) {
    assert(f(0) == 11);
    assert(f(1) == 10);
    assert(f(2) == 1100);
    assert(f(3) == 1100);
    assert(f(4) == 1000);
    assert(f(-1) == 1000);
    return 0;
}
