// The _explicit forms with sequentially consistent order, and fences.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int a, b;
static atomic_int ra, rb;

static void *left(void *arg) {
    (void)arg;
    atomic_store_explicit(&a, 1, memory_order_seq_cst);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&ra, 1 + atomic_load_explicit(&b, memory_order_seq_cst), memory_order_seq_cst);
    return 0;
}

static void *right(void *arg) {
    (void)arg;
    atomic_exchange_explicit(&b, 1, memory_order_seq_cst);
    atomic_fetch_add_explicit(&rb, 1 + atomic_load_explicit(&a, memory_order_seq_cst), memory_order_seq_cst);
    return 0;
}

int main(void) {
    pthread_t s, t;
    atomic_init(&a, 0);
    pthread_create(&s, 0, left, 0);
    pthread_create(&t, 0, right, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (ra == 2 && rb == 2)
        reach_error();
    return 0;
}
