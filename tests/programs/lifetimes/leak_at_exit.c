// exit ends the process normally: what nothing points to is leaked.
#include <stdlib.h>
static void stop(void) { exit(0); }
static void forget(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
}
int main(void) {
    forget();
    stop();
}
