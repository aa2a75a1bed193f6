// Two threads each take two of three tokens.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *worker(void *arg) {
    (void)arg;
    sem_wait(&s);
    sem_wait(&s);
    sem_post(&s);
    sem_post(&s);
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 3);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
