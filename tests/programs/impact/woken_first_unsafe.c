/* Main is woken at the node without the branch, where the other thread has been expanded with main asleep below it: main
   counts as the first there, so the other thread must not sleep below it. Otherwise main does not look at z before it
   becomes 2 where the other thread looks at y before it becomes 1. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int y, z = 1, seen;

void *worker(void *arg) {
    if (!__VERIFIER_nondet_int())
        z = 0;
    int mine = y;
    z = 2;
    seen = mine;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int mine = z;
    y = 1;
    pthread_join(t, 0);
    if (mine == 0 && seen == 0)
        reach_error();
    return 0;
}
