#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

sem_t done, never;

static int *same(int *p, int n) {
    return p;
}

static void visit(int n) {
    same(malloc(4), ({
             if (n)
                 return;
             1;
         }));
}

void *work(void *arg) {
    visit(1);
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
