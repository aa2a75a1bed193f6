// The left operand has been read when the right one is evaluated.
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
    int sum = (*block ? *block : 2) + lose();
    return sum ? unused : 0;
}

int main(void) {
    pthread_t t;
    block = malloc(4);
    if (!block) abort();
    *block = 1;
    pthread_create(&t, 0, worker, 0);
    sem_wait(&lost);
    return 0;
}
