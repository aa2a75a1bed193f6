// Two threads hand each other a token; in the wrong order both wait first.
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;

static void *worker(void *arg) {
    (void)arg;
    sem_wait(&ping);
    sem_post(&pong);
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&ping, 0, 0);
    sem_init(&pong, 0, 0);
    pthread_create(&t, 0, worker, 0);
    sem_post(&ping);
    sem_wait(&pong);
    pthread_join(t, 0);
    return 0;
}
