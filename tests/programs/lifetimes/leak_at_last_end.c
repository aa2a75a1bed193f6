// The process ends with its last thread, and memory is lost.
#include <pthread.h>
#include <stdlib.h>
int *kept;
void *worker(void *a) {
    int *p = malloc(sizeof *p);
    *p = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    kept = malloc(sizeof *kept);
    *kept = 1;
    pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}
