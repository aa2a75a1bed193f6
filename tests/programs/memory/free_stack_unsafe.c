// Freeing what was not allocated on the heap.
#include <stdlib.h>

int main(void) {
    int local = 1;
    int *p = &local;
    if (local == 1)
        free(p);
    return 0;
}
