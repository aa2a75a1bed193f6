// A ticket lock with three tickets: the fourth thread draws the first one's ticket.
#include <pthread.h>

#ifndef COUNT
#define COUNT 4
#endif

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static unsigned next, serving, inside;

static void *worker(void *arg) {
    unsigned mine;
    __VERIFIER_atomic_begin();
    mine = next;
    next = next == 2 ? 0 : next + 1;
    __VERIFIER_atomic_end();
    __VERIFIER_assume(serving == mine);
    inside = inside + 1;
    if (inside != 1)
        reach_error();
    inside = inside - 1;
    serving = serving == 2 ? 0 : serving + 1;
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < COUNT; i++)
        pthread_create(&t, 0, worker, 0);
    return 0;
}
