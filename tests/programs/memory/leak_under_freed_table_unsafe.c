// A freed table of pointers, of which one object had a second pointer to it.
#include <stdlib.h>

int **table, *kept;

int main(void) {
    table = malloc(2 * sizeof *table);
    table[0] = malloc(sizeof(int));
    table[1] = malloc(sizeof(int));
    kept = table[0];
    free(table);
    return 0;
}
