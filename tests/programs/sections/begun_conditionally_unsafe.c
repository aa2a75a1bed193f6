// A section that is begun and ended only if y is not 0: otherwise an update gets lost.
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
    if (y)
        __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t, u;
    y = __VERIFIER_nondet_int();
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    if (x != 2)
        reach_error();
    return 0;
}
