/* What is expected is read once and never again: who fails once fails for ever. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned counter;

static void *worker(void *arg) {
    unsigned old = counter, expected;
    do
        expected = old;
    while (!atomic_compare_exchange_strong(&counter, &expected, old + 1));
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
