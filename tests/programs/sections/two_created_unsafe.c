// Two threads that are created in one step.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

static void *writer(void *arg) {
    x = 1;
    return 0;
}

static void *reader(void *arg) {
    if (x == 1)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t, u;
    __VERIFIER_atomic_begin();
    pthread_create(&t, 0, writer, 0);
    pthread_create(&u, 0, reader, 0);
    __VERIFIER_atomic_end();
    return 0;
}
