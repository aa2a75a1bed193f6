// A pointer survives a round trip through an integer of its size.
#include <assert.h>
#include <stdint.h>

static int cells[3];

int main(void) {
    uintptr_t u = (uintptr_t)&cells[1];
    intptr_t none = (intptr_t)(void *)0;
    unsigned long l = (unsigned long)&cells[2];
    int *p = (int *)u;

    *p = 4;
    assert(cells[1] == 4);
    assert((int *)l == cells + 2);
    assert(none == 0);
    assert(u != l && (void *)u == &cells[1]);
    return 0;
}
