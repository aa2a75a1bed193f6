#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum e { A, B = 5 };
struct s {
    unsigned a : 3;
    int s : 4;
    unsigned : 5;
    enum e e : 3;
    unsigned : 0;
    unsigned c : 9, all : 32;
    _Bool t : 1;
    char tail;
    struct { short x : 7, y : 9; };
};
static struct s global = {5, -3, B, 300, ~0u, 1, 'z', {-1, 255}};
static struct s returned(struct s x) {
    x.c++;
    return x;
}

int main(void) {
    assert(global.a == 5 && global.s == -3 && global.e == B && global.c == 300 && global.all == ~0u && global.t);
    assert(global.tail == 'z' && global.x == -1 && global.y == 255 && sizeof global == 16);
    struct s x = {.a = 9, .s = 7, .t = 4};
    assert(x.a == 1 && x.s == 7 && x.e == A && x.t == 1 && x.all == 0);
    assert(x.s++ == 7 && x.s == -8 && --x.s == 7 && (x.a = 10) == 2 && x.a == 2);
    x.c = 500;
    assert((x.c += 300) == 288 && x.c == 288 && x.s == 7 && x.a == 2);
    x.a -= 3;
    assert(x.a == 7 && x.a - 8 == -1);
    x.s = global.s;
    assert(x.s < 0 && (x.s | 0u) > 100);
    struct s y = x;
    assert(y.a == 7 && y.c == 288 && returned(y).c == 289 && y.c == 288);
    struct s *p = malloc(2 * sizeof *p);
    if (!p)
        abort();
    memset(p, 0, 2 * sizeof *p);
    int i = 0;
    p[i++].y = -5;
    p[i] = y;
    assert(p[0].y == -5 && p[0].x == 0 && p[1].a == 7 && i == 1);
    memset(p, 255, sizeof *p);
    assert(p->s == -1 && p->a == 7 && p->c == 511);
    free(p);
    return 0;
}
