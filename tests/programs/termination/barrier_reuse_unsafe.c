/* The counter begins anew before all have seen that it was full: one thread waits, the other is a round ahead. */
#include <pthread.h>

#define THREADS 2
#define ROUNDS 3
static int arrived;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void barrier(void) {
    pthread_mutex_lock(&m);
    if (++arrived == THREADS) {
        arrived = 0;
        pthread_cond_broadcast(&c);
    } else
        while (arrived != 0)
            pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
}

static void *worker(void *arg) {
    for (int i = 0; i < ROUNDS; i++)
        barrier();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
}
