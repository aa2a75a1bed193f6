// A section that cannot complete is not possible: what it would access is no data race.
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    int r = x;
    __VERIFIER_assume(0);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = 1;
    return 0;
}
