// The statements inside of an expression do not take from its hands what it holds.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

int *block;
sem_t lost, never;

void *worker(void *unused) {
    *block = ({
        block = 0;
        sem_post(&lost);
        sem_wait(&never);
        0;
    });
    return 0;
}

int main(void) {
    pthread_t t;
    block = malloc(4);
    if (!block) abort();
    pthread_create(&t, 0, worker, 0);
    sem_wait(&lost);
    return 0;
}
