// memcpy of more than the target holds.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int from[4] = {1, 2, 3, 4};
    int *to = malloc(3 * sizeof(int));
    memcpy(to, from, sizeof from);
    free(to);
    return 0;
}
