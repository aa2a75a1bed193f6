// What was cut off is arbitrary, also if the block grows again.
#include <assert.h>
#include <stdlib.h>

struct table {
    int cells[3];
};

int main(void) {
    struct table *t = calloc(1, sizeof *t);
    t->cells[1] = 4;
    t->cells[2] = 5;
    t = realloc(t, 2 * sizeof(int));
    t = realloc(t, 3 * sizeof(int));
    assert(t->cells[1] == 4);
    assert(t->cells[2] == 5);
    return 0;
}
