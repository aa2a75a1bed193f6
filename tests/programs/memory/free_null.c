// free(NULL) does nothing.
#include <stdlib.h>

int main(void) {
    int *p = NULL;
    free(p);
    free(0);
    return 0;
}
