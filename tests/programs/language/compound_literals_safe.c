// Compound literals: structs, arrays, as arguments and through pointers.
#include <assert.h>

struct p { int x, y; };

static int sum(struct p a) { return a.x + a.y; }
static int first(const int *v) { return v[0]; }

int main(void) {
    struct p a = (struct p){1, 2};
    struct p *q = &(struct p){.y = 4};
    int *v = (int[]){5, 6, 7};

    assert(sum(a) == 3);
    assert(sum((struct p){.x = 10}) == 10);
    assert(q->x == 0 && q->y == 4);
    q->x = 9;
    assert(sum(*q) == 13);
    assert(v[2] == 7 && first((int[2]){8}) == 8);
    for (int i = 0; i < 3; i++) {
        struct p *r = &(struct p){i, 0};
        r->y++;
        assert(r->x == i && r->y == 1);
    }
    return 0;
}
