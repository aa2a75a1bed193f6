// At exit the functions that called it have their variables still.
#include <stdlib.h>
static void stop(void) {
    char *mine[2];
    mine[1] = malloc(1);
    *mine[1] = 1;
    exit(0);
}
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    stop();
    free(p);
}
