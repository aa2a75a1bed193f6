// Negative indices from the middle, containers from their parts, distances between elements.
#include <assert.h>
#include <stddef.h>

struct item { char c; short n; int v[2]; } t[3];

int main(void) {
    for (int i = 0; i < 3; i++) {
        t[i].n = i;
        t[i].v[1] = 10 * i;
    }
    int *last = &t[2].v[1];
    struct item *p = (struct item *)((char *)last - offsetof(struct item, v[1]));
    assert(p->n == 2 && p[-1].v[1] == 10 && p - t == 2);
    assert(last[-3] == 10);
    return 0;
}
