// A thread ends the process while main is running, whose variables still hold what they hold.
#include <pthread.h>
#include <stdlib.h>
void *worker(void *a) {
    int *p = malloc(sizeof *p);
    *p = 1;
    p = 0;
    exit(0);
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
