// A thread that is created in a section which cannot complete is never created.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

static void *worker(void *arg) {
    reach_error();
    return 0;
}

int main(void) {
    pthread_t t;
    __VERIFIER_atomic_begin();
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_assume(x);
    __VERIFIER_atomic_end();
    return 0;
}
