// Functions that return structs; members of a call's result.
#include <assert.h>

struct pair { int a; short b; int v[2]; };

static struct pair make(int a, short b) {
    struct pair p = {a, b, {a + b, a - b}};
    return p;
}
static struct pair swap(struct pair p) { return make(p.b, p.a); }
static struct pair *where(struct pair *p) { return p; }

int main(void) {
    struct pair p = make(3, 4), q;

    assert(p.a == 3 && p.b == 4 && p.v[0] == 7 && p.v[1] == -1);
    q = swap(p);
    assert(q.a == 4 && q.b == 3 && q.v[1] == 1);
    assert(make(5, 6).b == 6 && make(1, 2).v[0] == 3);
    assert(swap(swap(p)).a == 3);
    *where(&q) = make(8, 9);
    assert(q.a == 8 && where(&q)->b == 9);
    return 0;
}
