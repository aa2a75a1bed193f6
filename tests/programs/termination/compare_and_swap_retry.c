// A retry loop whose failure means that somebody else succeeded.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *arg) {
    int old = atomic_load(&x);
    (void)arg;
    while (!atomic_compare_exchange_strong(&x, &old, old + 1))
        ;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    return 0;
}
