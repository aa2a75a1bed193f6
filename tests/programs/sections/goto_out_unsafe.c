// A jump out of a section: at `out` the section is open, or it has ended.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    if (y)
        goto out;
    __VERIFIER_atomic_end();
out:
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t, u;
    y = __VERIFIER_nondet_int();
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    return 0;
}
