// The twin in which both threads still have a pointer.
#include <pthread.h>
#include <stdlib.h>
void *worker(void *a) {
    int *p = malloc(sizeof *p);
    *p = 1;
    exit(0);
}
int main(void) {
    pthread_t t;
    int *p = malloc(sizeof *p);
    *p = 1;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    free(p);
    return 0;
}
