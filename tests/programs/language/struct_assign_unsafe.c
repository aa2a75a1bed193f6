// Assignment copies every member, arrays included; afterwards the copies are independent.
#include <assert.h>

struct s { int a; int v[3]; struct { char c; long long l; } in; int *p; };

static struct s glob;

int main(void) {
    int target = 7;
    struct s x = {1, {2, 3, 4}, {'c', -9}, &target};
    struct s y;
    struct s *p = &glob;

    y = x;
    x.a = 100;
    x.v[1] = 300;
    *x.p = 8;
    assert(y.a == 1 && y.v[0] == 2 && y.v[1] == 3 && y.v[2] == 4);
    assert(y.in.c == 'c' && y.in.l == -9);
    assert(*y.p == 7);
    *p = y;
    y.v[2] = 0;
    assert(glob.v[2] == 4);
    glob = *p = x;
    assert(p->a == 100 && p->v[1] == 300);
    p->in = y.in;
    assert(glob.in.l == -9);
    return 0;
}
