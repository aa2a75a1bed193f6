// sem_trywait returns 0 if it took a token, else -1; it never blocks.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);

static sem_t s, got;

static void *worker(void *arg) {
    (void)arg;
    if (sem_trywait(&s) == 0)
        sem_post(&got);
    return 0;
}

int main(void) {
    pthread_t a, b;
    int n;
    sem_init(&s, 0, 1);
    sem_init(&got, 0, 0);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    sem_getvalue(&got, &n);
    if (n != 1)
        reach_error();
    return 0;
}
