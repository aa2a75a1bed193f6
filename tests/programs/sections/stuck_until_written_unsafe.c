// The section can complete while x is written: an input behind the access decides.
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, z;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    int r = x, n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n == r + 7);
    z = n;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = 1;
    return 0;
}
