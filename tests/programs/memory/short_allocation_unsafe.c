// The type of the pointer promises more than was allocated.
#include <stdlib.h>

int main(void) {
    int(*p)[10] = malloc(8);
    (*p)[1] = 1;
    (*p)[2] = 1;
    free(p);
    return 0;
}
