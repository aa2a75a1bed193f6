// Nobody passes the barrier before all have come.
#include <pthread.h>
extern void reach_error(void);

static pthread_barrier_t b;
static int x[2];

static void *worker(void *arg) {
    (void)arg;
    x[0] = 1;
    pthread_barrier_wait(&b);
    if (x[1] != 1)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, 0, worker, 0);
    x[1] = 1;
    pthread_barrier_wait(&b);
    if (x[0] != 1)
        reach_error();
    pthread_join(t, 0);
    pthread_barrier_destroy(&b);
    return 0;
}
