// Freeing twice.
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    char *q = p;
    free(p);
    p = q = NULL;
    free(q);
    return 0;
}
