// Freeing a global array.
#include <stdlib.h>

static int v[2];

int main(void) {
    int *p = malloc(sizeof v);
    int *q = v;
    if (q == v) {
        free(p);
        p = q;
    }
    free(p);
    return 0;
}
