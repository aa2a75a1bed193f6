// Three threads that are created in one step, and each is needed.
#include <pthread.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y, z;

static void *other(void *arg) {
    z = z;
    return 0;
}

static void *first(void *arg) {
    x = 1;
    return 0;
}

static void *second(void *arg) {
    if (x)
        y = 1;
    return 0;
}

static void *third(void *arg) {
    if (y)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t;
    __VERIFIER_atomic_begin();
    pthread_create(&t, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_create(&t, 0, third, 0);
    __VERIFIER_atomic_end();
    while (__VERIFIER_nondet_bool())
        pthread_create(&t, 0, other, 0);
    return 0;
}
