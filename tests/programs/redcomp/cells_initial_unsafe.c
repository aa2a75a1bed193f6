// One element of the array differs from the others from the start.
#include <pthread.h>

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int data[20] = {[17] = 5};

static void *worker(void *arg) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 20 && data[i] == 5)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    data[__VERIFIER_nondet_uint() % 10] = 1;
    return 0;
}
