// Nobody holds what was read, even if the thread gets no further than to a division by zero.
#include <pthread.h>
#include <stdlib.h>

int *block, quotient;

void *worker(void *unused) {
    quotient = 1 / *__atomic_exchange_n(&block, (int *)0, 5);
    return 0;
}

int main(void) {
    pthread_t t;
    block = calloc(1, 4);
    if (!block) abort();
    pthread_create(&t, 0, worker, 0);
    return 0;
}
