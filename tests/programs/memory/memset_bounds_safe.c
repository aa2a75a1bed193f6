// memset over the end.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(5);
    memset(p, 0, 5);
    free(p);
    return 0;
}
