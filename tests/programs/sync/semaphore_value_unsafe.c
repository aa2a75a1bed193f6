// sem_getvalue reads the number of tokens.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);

static sem_t s;

static void *worker(void *arg) {
    (void)arg;
    sem_post(&s);
    sem_post(&s);
    return 0;
}

int main(void) {
    pthread_t t;
    int v = -1;
    sem_init(&s, 0, 3);
    pthread_create(&t, 0, worker, 0);
    sem_wait(&s);
    if (sem_getvalue(&s, &v) != 0 || v != 4)
        reach_error();
    return 0;
}
