// A thread that writes and creates another one in one step.
#include <pthread.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *second(void *arg) {
    if (y == 0)
        reach_error();
    return 0;
}

static void *first(void *arg) {
    pthread_t t;
    __VERIFIER_atomic_begin();
    x = 1;
    pthread_create(&t, 0, second, 0);
    y = 1;
    __VERIFIER_atomic_end();
    y = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    while (__VERIFIER_nondet_bool())
        pthread_create(&t, 0, first, 0);
    return 0;
}
