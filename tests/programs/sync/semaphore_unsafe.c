// A semaphore with one token is a lock; with two it is not.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);

static sem_t s;
static int x;

static void *worker(void *arg) {
    (void)arg;
    sem_wait(&s);
    x++;
    sem_post(&s);
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 2);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (x != 2)
        reach_error();
    sem_destroy(&s);
    return 0;
}
