// Any number of times two threads of one function are created in one step.
#include <pthread.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

static void *worker(void *arg) {
    int t = x;
    x = t + 1;
    if (x != t + 1)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t, u;
    while (__VERIFIER_nondet_bool()) {
        __VERIFIER_atomic_begin();
        pthread_create(&t, 0, worker, 0);
        pthread_create(&u, 0, worker, 0);
        __VERIFIER_atomic_end();
        pthread_join(t, 0);
        pthread_join(u, 0);
    }
    return 0;
}
