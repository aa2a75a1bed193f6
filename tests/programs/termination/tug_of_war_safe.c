// Each thread waits for its own value; one of them gives up after a while.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *want_one(void *arg) {
    (void)arg;
    atomic_store(&x, 1);
    return 0;
}

static void *want_two(void *arg) {
    (void)arg;
    do
        atomic_store(&x, 2);
    while (atomic_load(&x) != 2);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, want_one, 0);
    pthread_create(&t, 0, want_two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
