// A ticket lock for many threads. No ticket is drawn twice: once there are no more, nobody draws.
#include <pthread.h>

#ifndef COUNT
#define COUNT 1000
#endif

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static unsigned next, serving, inside;

static void *worker(void *arg) {
    unsigned mine;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(next < 0xffffffffu);
    mine = next;
    next = next + 1;
    __VERIFIER_atomic_end();
    while (serving != mine)
        ;
    inside = mine;
    if (inside != mine)
        reach_error();
    serving = serving + 1;
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < COUNT; i++)
        pthread_create(&t, 0, worker, 0);
    return 0;
}
