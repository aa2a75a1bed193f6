// Reading an object after it was freed.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof(int));
    int v;
    *p = 3;
    free(p);
    v = *p;
    return v != 3;
}
