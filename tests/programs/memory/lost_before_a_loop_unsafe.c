// A loop that does nothing holds nothing.
#include <pthread.h>
#include <stdlib.h>

int *make(void) {
    int *p = malloc(4);
    if (!p) abort();
    *p = 1;
    return p;
}

void *worker(void *unused) {
    int one = *make();
    for (;;)
        ;
    return one ? unused : 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    return 0;
}
