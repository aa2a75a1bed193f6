// Weak fairness: the other thread gets its turn, so the flag is set in the end.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *setter(void *arg) {
    (void)arg;
    atomic_store(&ready, 1);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, setter, 0);
    while (atomic_load(&ready) == 0)
        ;
    pthread_join(t, 0);
    return 0;
}
