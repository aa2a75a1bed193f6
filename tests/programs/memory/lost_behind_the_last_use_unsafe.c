// The argument of exit has been read when the process ends.
#include <stdlib.h>

static int *make(void) {
    int *p = malloc(4);
    if (!p) abort();
    *p = 1;
    return p;
}

int main(void) {
    exit(*make());
}
