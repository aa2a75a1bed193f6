// A function that enters a section, and one that leaves it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void enter(void) {
    __VERIFIER_atomic_begin();
    if (y)
        return;
    x = 2;
}

static void leave(void) {
    __VERIFIER_atomic_end();
}

static void *worker(void *arg) {
    enter();
    x = 1;
    leave();
    return 0;
}

int main(void) {
    pthread_t t, u;
    y = __VERIFIER_nondet_int();
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    return 0;
}
