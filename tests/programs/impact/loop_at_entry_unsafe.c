/* The program starts at the head of a loop: the first round says that x != 2, but the third does not. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int x, copy;

void *worker(void *arg) {
    x = copy;
    return 0;
}

int main(void) {
    pthread_t t;
    while (__VERIFIER_nondet_int()) {
        if (x == 2) {
            if (__VERIFIER_nondet_int())
                reach_error();
            x = 0;
        } else
            x = x + 1;
    }
    pthread_create(&t, 0, worker, 0);
    copy = x;
    return 0;
}
