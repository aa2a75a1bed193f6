// Only the pointer that malloc gave can be freed.
#include <stdlib.h>

int main(void) {
    int *p = malloc(3 * sizeof(int));
    int *q = p + 1;
    *q = 5;
    free(q - 1);
    return 0;
}
