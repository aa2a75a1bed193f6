// What an atomic section did is seen by nobody if an assumption inside it fails.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    if (y == 0) {
        x = 1;
        __VERIFIER_assume(0);
    }
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (x == 1)
        reach_error();
    return 0;
}
