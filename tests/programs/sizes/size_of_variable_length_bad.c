#include <stdlib.h>

int main(void) {
    int n = 3;
    int (*q)[n] = malloc(2 * sizeof *q);
    if (!q)
        abort();
    n = 4;
    q[1][n - 1] = 2;
    free(q);
    return 0;
}
