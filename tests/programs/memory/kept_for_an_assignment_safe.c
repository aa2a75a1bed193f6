// The place of an assignment comes first: the worker has it in its hands until the value is there.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

int *block;
sem_t lost, never;

int lose(void) {
    block = 0;
    sem_post(&lost);
    sem_wait(&never);
    return 0;
}

void *worker(void *unused) {
    *block = lose();
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
