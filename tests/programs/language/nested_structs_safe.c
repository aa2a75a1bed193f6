// Structs inside structs, and anonymous members.
#include <assert.h>

struct inner { int a; struct { short b; char c[2]; } deep; };
struct outer { struct inner first; int mid; struct inner second; struct { int anon; }; };

static struct outer g;

int main(void) {
    struct outer o = {{1, {2, {3, 4}}}, 5, {6, {7, {8, 9}}}, {10}};
    struct inner *p = &o.second;

    assert(o.first.a == 1 && o.first.deep.b == 2 && o.first.deep.c[1] == 4);
    assert(o.mid == 5 && p->a == 6 && p->deep.c[0] == 8);
    assert(o.anon == 10);
    p->deep.b = -1;
    assert(o.second.deep.b == -1);
    assert(o.first.deep.b == 2);
    g.second.deep.c[1] = 42;
    assert(g.second.deep.c[1] == 42 && g.second.deep.c[0] == 0 && g.first.a == 0);
    return 0;
}
