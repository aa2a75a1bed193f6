// The library calls the error function.
#include <stdlib.h>

int reach_error(const void *a, const void *b) {
    return *(const char *)a - *(const char *)b;
}

int main(void) {
    char key = 1, all[2] = {0, 1};
    return bsearch(&key, all, 2, 1, reach_error) == 0;
}
