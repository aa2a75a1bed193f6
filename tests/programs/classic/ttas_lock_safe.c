// Test and test-and-set: the first test alone is not enough.
#include <pthread.h>
extern void reach_error(void);

static int lock, x;

static void acquire(void) {
    for (;;) {
        while (__atomic_load_n(&lock, __ATOMIC_SEQ_CST))
            ;
        if (!__atomic_exchange_n(&lock, 1, __ATOMIC_SEQ_CST))
            return;
    }
}

static void *worker(void *arg) {
    (void)arg;
    acquire();
    x++;
    __atomic_store_n(&lock, 0, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (x != 2)
        reach_error();
    return 0;
}
