// typeof of types and expressions; its operand is not evaluated.
#include <assert.h>

struct s { short a; int v[3]; };

int main(void) {
    int x = 1;
    unsigned char c = 255;
    int wide = 300, wider = 0x18000;
    __typeof__(c) d = wide;
    typeof(x++) y = 70000;
    typeof(int *) p = &x, q = &y;
    struct s s = {-1, {1, 2, 3}};
    __typeof(s.a) z = wider;
    typeof(s) t = s;
    typeof(c + 1) w = 300;
    typeof(s.v) arr = {4, 5, 6};

    assert(d == 44);
    assert(x == 1 && y == 70000);
    assert(*p == 1 && *q == 70000);
    assert(z == -32768);
    assert(t.v[2] == 3 && w == 300 && arr[1] == 5 && sizeof(arr) == 12);
    return 0;
}
