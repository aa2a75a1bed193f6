// The thread that has left the scope of the pointer lives on; nobody can free the memory any more.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

sem_t done, never;

void visit(int n) {
again:
    if (n)
        return;
    int *memory = malloc(4);
    *memory = 1;
    n = 1;
    goto again;
}

void *work(void *arg) {
    visit(0);
    sem_post(&done);
    sem_wait(&never);
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&done, 0, 0);
    sem_init(&never, 0, 0);
    pthread_create(&t, 0, work, 0);
    sem_wait(&done);
    return 0;
}
