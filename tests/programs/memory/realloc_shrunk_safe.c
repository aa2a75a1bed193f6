// After shrinking the tail is gone.
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof(int));
    p[0] = p[3] = 1;
    p = realloc(p, 2 * sizeof(int));
    p[1] = 5;
    free(p);
    return 0;
}
