// Inner declarations hide outer ones: parameters, blocks, for loops, tags, functions.
#include <assert.h>

static int x = 1;
struct t { int a; };

static int f(int x) {
    x += 10;
    {
        int x = 100;
        x++;
        {
            extern int y;
            y += x;
        }
    }
    return x;
}
int y = 5;

int main(void) {
    assert(f(2) == 12 && y == 106);
    int f = 3;
    for (int x = 0; x < 2; x++) {
        int f = x;
        f++;
    }
    assert(f == 3 && x == 1);
    struct t { int b, c; } s = {7, 8};
    {
        struct t { char d; } u = {9};
        assert(u.d == 9 && sizeof(u) == 1);
    }
    assert(s.b + s.c == 15);
    enum { x2 = 4 };
    int x = x2;
    assert(x == 4);
    if (x) {
        int y = x;
        int x = y + 1;
        assert(x == 5);
    }
    return 0;
}
