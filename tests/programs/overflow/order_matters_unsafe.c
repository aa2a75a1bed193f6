// One thread doubles, the other subtracts: with the lock order enforced nothing overflows.
#include <pthread.h>
#include <semaphore.h>

static int x = 1500000000;
static sem_t first;

static void *lower(void *arg) {
    (void)arg;
    x -= 1000000000;
    sem_post(&first);
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&first, 0, 1);
    pthread_create(&t, 0, lower, 0);
    sem_wait(&first);
    x *= 2;
    pthread_join(t, 0);
    return 0;
}
