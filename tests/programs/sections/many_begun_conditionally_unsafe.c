// Any number of threads, in a section only if y is not 0.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *worker(void *arg) {
    int t;
    if (y)
        __VERIFIER_atomic_begin();
    t = x;
    x = t + 1;
    if (x != t + 1)
        reach_error();
    if (y)
        __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    y = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, worker, 0);
    return 0;
}
