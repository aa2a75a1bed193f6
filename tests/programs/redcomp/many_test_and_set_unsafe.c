// A lock for many threads that is tested, and then set.
#include <pthread.h>

#ifndef COUNT
#define COUNT 2
#endif

extern void reach_error(void);
extern void __VERIFIER_assume(int);

static int taken, inside;

static void *worker(void *arg) {
    __VERIFIER_assume(taken == 0);
    taken = 1;
    inside = 1;
    if (inside != 1)
        reach_error();
    inside = 0;
    taken = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < COUNT; i++)
        pthread_create(&t, 0, worker, 0);
    return 0;
}
