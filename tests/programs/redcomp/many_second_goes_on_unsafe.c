// Two threads are at the same place, and only the second one can go on: then it lets the first one go on.
#include <pthread.h>

#ifndef COUNT
#define COUNT 2
#endif

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static unsigned next, x;

static void *worker(void *arg) {
    unsigned mine;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(next < 2);
    mine = next;
    next = next + 1;
    __VERIFIER_atomic_end();
    __VERIFIER_assume(mine == 1 || x == 1);
    if (mine == 0)
        reach_error();
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < COUNT; i++)
        pthread_create(&t, 0, worker, 0);
    return 0;
}
