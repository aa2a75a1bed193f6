/* After Figure 1 of the paper on Impact with partial-order reduction: because of the assumption at the start the threads
   work on different cells, until one of them reads the other's. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int v[4], i, j;

void *one(void *arg) {
    v[i] = 1;
    v[i] = v[i] + 1;
    v[i] = v[j];
    return 0;
}

void *two(void *arg) {
    v[j] = -2;
    v[j] = v[j] + 1;
    v[j] = v[j] + 1;
    return 0;
}

int main(void) {
    pthread_t t[2];
    i = __VERIFIER_nondet_int();
    j = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 4 && j >= 0 && j < 4);
    __VERIFIER_assume(i != j);
    v[i] = 0;
    v[j] = 0;
    pthread_create(&t[0], 0, one, 0);
    pthread_create(&t[1], 0, two, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    if (v[j] < 0)
        reach_error();
    return 0;
}
