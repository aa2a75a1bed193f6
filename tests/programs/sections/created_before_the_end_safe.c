// A thread that is created inside of a section begins after the section.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *worker(void *arg) {
    if (x != 1)
        reach_error();
    y = x;
    return 0;
}

int main(void) {
    pthread_t t;
    __VERIFIER_atomic_begin();
    pthread_create(&t, 0, worker, 0);
    x = 1;
    y = 2;
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
    return y;
}
