// What an atomic operation reads is its own business: it does not need it from before.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

_Atomic(char *) block;
sem_t lost, never;

void *worker(void *unused) {
    for (;;) {
        block += 0;
        block = 0;
        sem_post(&lost);
        sem_wait(&never);
    }
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
