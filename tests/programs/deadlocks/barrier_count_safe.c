// A barrier for two threads that two threads reach.
#include <pthread.h>

static pthread_barrier_t b;

static void *worker(void *arg) {
    (void)arg;
    pthread_barrier_wait(&b);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
