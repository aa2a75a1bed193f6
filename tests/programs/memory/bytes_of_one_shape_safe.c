// Numbers and pointers that lie over each other are the bytes that they are.
#include <assert.h>

union {
    struct { struct { char k; char pad[3]; } x[4]; } a;
    struct { char pad[3]; struct { short h; char pad[2]; } y[4]; } __attribute__((packed)) b;
} v;
int x;
union { int *p; long n; } u = {&x};

int main(void) {
    int one = 1;
    short low = *(short *)&one;
    assert(low == 1);
    v.a.x[1].k = 5;
    assert(v.b.y[0].h == 0x500);
    assert(u.n != 0);
    return 0;
}
