// A jump to the end of a section: it is always open there.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    if (y)
        goto out;
    x = 2;
out:
    x = 1;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t, u;
    y = __VERIFIER_nondet_int();
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    return 0;
}
