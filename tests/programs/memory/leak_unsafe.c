// The only pointer to an object is overwritten.
#include <stdlib.h>

static int *p;

int main(void) {
    p = malloc(sizeof(int));
    *p = 1;
    p = malloc(sizeof(int));
    *p = 2;
    free(p);
    p = 0;
    return 0;
}
