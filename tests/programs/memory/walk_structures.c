// An int pointer walks through arrays of structures, global and on the heap, and through nested structures.
#include <assert.h>
#include <stdlib.h>

struct pair { int x, y; } a[3];
struct { int a; struct { int q, r; } in[2]; } s;

int main(void) {
    int *p = (int *)a, *q = &s.a;
    struct pair *h = malloc(3 * sizeof *h);
    int *r = (int *)h;
    for (int i = 0; i < 6; i++)
        p[i] = r[i] = i;
    for (int i = 0; i < 5; i++)
        q[i] = i;
    assert(a[1].x == 2 && h[2].x == 4 && s.in[0].r == 2);
    assert(a[2].y != 5 || h[2].y != 5 || s.in[1].q != 3);
    free(h);
    return 0;
}
