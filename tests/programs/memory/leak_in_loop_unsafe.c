// All nodes are freed, or only the last one.
#include <stdlib.h>

int main(void) {
    char *last = NULL;
    for (int i = 0; i < 3; i++) {
        last = malloc(2);
        last[0] = i;
    }
    free(last);
    last = NULL;
    return 0;
}
