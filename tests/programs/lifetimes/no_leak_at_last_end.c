// Main's memory is freed by who ends last; globals hold the rest.
#include <pthread.h>
#include <stdlib.h>
int *kept;
void *worker(void *a) {
    free(a);
    return 0;
}
int main(void) {
    pthread_t t;
    int *p = malloc(sizeof *p);
    kept = malloc(sizeof *kept);
    *p = *kept = 1;
    pthread_create(&t, 0, worker, p);
    pthread_exit(0);
}
