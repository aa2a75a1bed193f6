// Returning from main ends a blocked thread; pthread_exit in main leaves it blocked.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *worker(void *arg) {
    (void)arg;
    sem_wait(&never);
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_detach(t);
    pthread_exit(0);
}
