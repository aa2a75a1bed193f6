// A semaphore orders the accesses, if there is no second token.
#include <pthread.h>
#include <semaphore.h>

static int x;
static sem_t s;

static void *worker(void *arg) {
    (void)arg;
    sem_wait(&s);
    x++;
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, 0, worker, 0);
    x = 1;
    sem_post(&s);
    pthread_join(t, 0);
    return 0;
}
