// Exactly one thread per round is told that it is the serial one; a barrier can be used again.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static pthread_barrier_t b;
static atomic_int serial;

static void round_(void) {
    int r = pthread_barrier_wait(&b);
    if (r == PTHREAD_BARRIER_SERIAL_THREAD)
        serial++;
    else if (r != 0)
        reach_error();
}

static void *worker(void *arg) {
    (void)arg;
    round_();
    round_();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, 0, worker, 0);
    round_();
    round_();
    pthread_join(t, 0);
    if (serial != 2)
        reach_error();
    return 0;
}
