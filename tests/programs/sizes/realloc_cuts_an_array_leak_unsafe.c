// What does not fit into the new block is lost, also if it is in the middle of an array.
#include <stdlib.h>

struct table {
    int *cells[3];
};

int main(void) {
    struct table *t = calloc(1, sizeof *t);
    t->cells[2] = malloc(4);
    t = realloc(t, 2 * sizeof(int *));
    return t->cells[0] != 0;
}
