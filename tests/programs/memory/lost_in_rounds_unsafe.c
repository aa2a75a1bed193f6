// What the call of one round gave is not waited for in the next one.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

sem_t lost, never;
int rounds;

int *make(void) {
    if (rounds++) {
        sem_post(&lost);
        sem_wait(&never);
    }
    return calloc(1, 4);
}

void *worker(void *unused) {
    while (*make() == 0)
        ;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    sem_wait(&lost);
    return 0;
}
