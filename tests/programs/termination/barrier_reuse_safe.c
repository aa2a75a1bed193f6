/* A barrier of our own that can be used again: who waits for a round looks at its number. */
#include <pthread.h>

#define THREADS 2
#define ROUNDS 3
static int arrived;
static unsigned generation;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void barrier(void) {
    pthread_mutex_lock(&m);
    unsigned mine = generation;
    if (++arrived == THREADS) {
        arrived = 0;
        generation++;
        pthread_cond_broadcast(&c);
    } else
        while (generation == mine)
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
