// memset, memcpy and memmove on arrays and structs.
#include <assert.h>
#include <string.h>

struct s { int a; char name[4]; struct { short x, y; } in; };

int main(void) {
    int v[4] = {1, 2, 3, 4}, w[4];
    struct s a = {7, "abc", {8, 9}}, b;
    unsigned char bytes[6];
    signed char c[3];

    memcpy(w, v, sizeof v);
    v[0] = 0;
    assert(w[0] == 1 && w[3] == 4);
    memcpy(&b, &a, sizeof(b));
    a.a = 0;
    assert(b.a == 7 && b.name[2] == 'c' && b.in.y == 9);
    memset(&a, 0, sizeof a);
    assert(a.name[0] == 0 && a.in.x == 0);
    memset(bytes, 0x1AB, 5);
    assert(bytes[0] == 0xAB && bytes[4] == 0xAB);
    memset(v + 1, 0, 2 * sizeof(int));
    assert(v[1] == 0 && v[2] == 0 && v[3] == 4);
    memset(c, -1, sizeof c);
    assert(c[2] == -1);
    memmove(w, w + 1, 3 * sizeof(int));
    assert(w[0] == 2 && w[2] == 4 && w[3] == 4);
    return 0;
}
