// An atomic test-and-set with an assumption inside: the step is possible only when the lock is free.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);

static int lock;
static int inside;

static void __VERIFIER_atomic_acquire(void) {
    __VERIFIER_assume(lock == 0);
    lock = 0;
}
static void __VERIFIER_atomic_release(void) { lock = 0; }
static void __VERIFIER_atomic_add(int d) { inside += d; }
static int __VERIFIER_atomic_get(void) { return inside; }

static void *worker(void *arg) {
    (void)arg;
    __VERIFIER_atomic_acquire();
    __VERIFIER_atomic_add(1);
    if (__VERIFIER_atomic_get() != 1)
        reach_error();
    __VERIFIER_atomic_add(-1);
    __VERIFIER_atomic_release();
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
