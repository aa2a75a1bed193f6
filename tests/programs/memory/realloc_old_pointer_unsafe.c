// After realloc the old pointer must not be used.
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof(int));
    int *q;
    p[0] = 1;
    q = realloc(p, 400 * sizeof(int));
    p[0] = 2;
    free(q);
    return 0;
}
