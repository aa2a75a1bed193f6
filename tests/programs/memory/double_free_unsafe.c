// Freeing twice.
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    char *q = p;
    free(p);
    free(q);
    return 0;
}
