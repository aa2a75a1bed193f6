// A struct argument is a copy.
#include <assert.h>

struct vec { int x, y; int h[3]; };

static int change(struct vec v) {
    v.x = 100;
    v.h[1] = 200;
    return v.x + v.y + v.h[1];
}

static void through(struct vec *v) { v->h[2] = change(*v); }

int main(void) {
    struct vec v = {1, 2, {3, 4, 5}};
    struct vec all[2] = {{10}, {20}};

    assert(change(v) == 302);
    assert(v.x == 1 && v.h[1] == 4);
    through(&v);
    assert(v.h[2] == 302 && v.h[1] == 4);
    assert(change(all[1]) == 300 && all[1].x == 20);
    return 0;
}
