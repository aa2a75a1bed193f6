// Addresses of struct members and of array elements inside structs.
#include <assert.h>

struct s { int a; int v[3]; struct { char x, y, z, w; } in; };
static struct s g[2];

static void bump(int *p, int by) { *p += by; }

int main(void) {
    struct s l = {1, {2, 3, 4}, {'a', 'b'}};
    int *pa = &l.a;
    int *pv = l.v;
    char *py = &l.in.y;

    bump(pa, 10);
    bump(&l.v[2], 20);
    assert(l.a == 11 && l.v[2] == 24);
    assert(pv[1] == 3);
    *py = 'z';
    assert(l.in.y == 'z' && l.in.x == 'a');
    bump(&g[1].v[0], 5);
    bump(&g[0].a, 6);
    assert(g[1].v[0] == 5 && g[0].v[0] == 0 && g[0].a == 6 && g[1].a == 0);
    pv = &g[1].v[2];
    *pv-- = 8;
    *pv = 7;
    assert(g[1].v[1] == 7 && g[1].v[2] == 8);
    return 0;
}
