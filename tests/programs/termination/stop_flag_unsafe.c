// A worker polls a stop flag that main sets, or forgets to set before it joins.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, work;

static void *worker(void *arg) {
    (void)arg;
    while (!atomic_load(&stop))
        atomic_store(&work, 1);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    atomic_store(&stop, 1);
    return 0;
}
