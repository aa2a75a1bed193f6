// The section can complete only after x has been written.
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, z;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    int r = x;
    __VERIFIER_assume(z);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = 1;
    __VERIFIER_atomic_begin();
    z = 1;
    __VERIFIER_atomic_end();
    return 0;
}
