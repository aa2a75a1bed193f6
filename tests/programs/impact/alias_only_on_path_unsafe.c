/* Without the branch the two writes concern different cells. That is true of this way only: a label must say so, or the
   node behind the branch, where it is one cell, is covered. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int cells[2], i;

void *worker(void *arg) {
    if (!__VERIFIER_nondet_int())
        i = 1;
    cells[i] = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    int j = __VERIFIER_nondet_int();
    if (j < 1 || j > 1)
        return 0;
    pthread_create(&t, 0, worker, 0);
    cells[j] = 1;
    int k = i;
    pthread_join(t, 0);
    if (cells[0] + cells[1] == 1 && k < 2)
        reach_error();
    return 0;
}
