/* Two rounds of the loop choose two values. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int x;

void *worker(void *arg) {
    while (__VERIFIER_nondet_int())
        x = __VERIFIER_nondet_int();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int first = x;
    int second = x;
    if (first == 1 && second == 2)
        reach_error();
    return 0;
}
