// Designated initialisers for arrays, structs and both nested.
#include <assert.h>

struct p { int x, y, z; };
struct line { struct p from, to; int tag[4]; };

static int sparse[6] = {[4] = 40, [1] = 10, 11};
static struct p q = {.z = 3, .x = 1};
static struct line l = {.to.y = 5, .from = {7, .z = 9}, .tag = {[2] = 2, 3}};
static struct p many[] = {[2] = {.y = 8}, [0].x = 4};
static int range[5] = {[1 ... 3] = 6};

int main(void) {
    struct p local = {.y = q.x + 1};

    assert(sparse[0] == 0 && sparse[1] == 10 && sparse[2] == 11 && sparse[4] == 40 && sparse[5] == 0);
    assert(q.x == 1 && q.y == 0 && q.z == 3);
    assert(l.to.x == 0 && l.to.y == 5 && l.from.x == 7 && l.from.y == 0 && l.from.z == 9);
    assert(l.tag[1] == 0 && l.tag[2] == 2 && l.tag[3] == 3);
    assert(sizeof(many) == 3 * sizeof(struct p) && many[2].y == 8 && many[0].x == 4 && many[1].z == 0);
    assert(range[0] == 0 && range[1] == 6 && range[3] == 6 && range[4] == 0);
    assert(local.x == 0 && local.y == 2 && local.z == 0);
    return 0;
}
