// A local pointer goes out of scope.
#include <stdlib.h>

static int work(int n) {
    int *tmp = malloc(sizeof *tmp);
    *tmp = n * 2;
    n = *tmp;
    if (n > 100)
        return n;
    free(tmp);
    return n;
}

int main(void) {
    int a = work(1) + work(2);
    return a != 6;
}
