// Weaker orders are read as sequentially consistent for now: store buffering does not show.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int a, b, ra, rb;

static void *left(void *arg) {
    (void)arg;
    atomic_store_explicit(&a, 1, memory_order_relaxed);
    atomic_store_explicit(&ra, 1 + atomic_load_explicit(&b, memory_order_relaxed), memory_order_release);
    return 0;
}

static void *right(void *arg) {
    (void)arg;
    atomic_store_explicit(&b, 1, memory_order_relaxed);
    atomic_store_explicit(&rb, 1 + atomic_load_explicit(&a, memory_order_acquire), memory_order_relaxed);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, left, 0);
    pthread_create(&t, 0, right, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (ra == 1 && rb == 2)
        reach_error();
    return 0;
}
