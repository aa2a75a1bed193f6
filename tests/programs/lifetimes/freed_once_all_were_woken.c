// A semaphore and a barrier are given back when nobody can wait for them any more.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t *s;
static pthread_barrier_t *b;

static void *partner(void *unused) {
    sem_wait(s);
    pthread_barrier_wait(b);
    return 0;
}

int main(void) {
    pthread_t t;
    s = malloc(sizeof *s);
    b = malloc(sizeof *b);
    if (!s || !b)
        abort();
    sem_init(s, 0, 0);
    pthread_barrier_init(b, 0, 2);
    pthread_create(&t, 0, partner, 0);
    sem_post(s);
    pthread_barrier_wait(b);
    pthread_barrier_destroy(b);
    free(b);
    sem_destroy(s);
    free(s);
    return 0;
}
