// The same variables are gone when main returns.
#include <stdlib.h>
int main(int argc, char **argv) {
    int *p[2];
    p[0] = malloc(sizeof(int));
    *p[0] = 1;
    if (argc > 1)
        exit(1);
    return 0;
}
