// A test-and-set lock for many threads.
#include <pthread.h>

#ifndef COUNT
#define COUNT 1000
#endif

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int taken, inside;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(taken == 0);
    taken = 1;
    __VERIFIER_atomic_end();
    inside = 1;
    if (inside != 1)
        reach_error();
    inside = 0;
    taken = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < COUNT; i++)
        pthread_create(&t, 0, worker, 0);
    return 0;
}
