// Two threads that are created in one step, and any number of others; the second is written first.
#include <pthread.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y, z;

static void *other(void *arg) {
    z = 1;
    return 0;
}

static void *writer(void *arg) {
    y = 1;
    x = 1;
    return 0;
}

static void *reader(void *arg) {
    if (x == 1 && y == 0)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t, u;
    __VERIFIER_atomic_begin();
    pthread_create(&t, 0, writer, 0);
    pthread_create(&u, 0, reader, 0);
    __VERIFIER_atomic_end();
    while (__VERIFIER_nondet_bool())
        pthread_create(&t, 0, other, 0);
    return 0;
}
