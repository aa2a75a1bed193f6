/* Who fails tries again: somebody else has been successful then, and that happens only so often. */
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);
static _Atomic unsigned counter;

static void *worker(void *arg) {
    unsigned times = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < times; i++) {
        unsigned old = counter;
        while (!atomic_compare_exchange_strong(&counter, &old, old + 1))
            ;
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
