// default in the middle is taken last but falls through where it stands; no match without default skips all.
#include <assert.h>

static int f(int n) {
    int r = 0;
    switch (n) {
    case 1:
        r = 1;
    default:
        r += 10;
    case 2:
        r += 100;
        break;
    case 3:
        r = 3;
    }
    return r;
}

static int g(int n) {
    switch (n) {
    case 5:
        return 1;
    }
    return 2;
}

int main(void) {
    assert(f(1) == 111);
    assert(f(2) == 100);
    assert(f(3) == 3);
    assert(f(9) == 10);
    assert(g(5) == 1 && g(6) == 2);
    return 0;
}
