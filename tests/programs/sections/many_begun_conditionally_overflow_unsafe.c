// Any number of threads, in a section only if y is not 0: others may see the largest number.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *worker(void *arg) {
    if (y)
        __VERIFIER_atomic_begin();
    x = 2147483647;
    x = 0;
    int t = x + 1;
    if (y)
        __VERIFIER_atomic_end();
    return (void *)(long)t;
}

int main(void) {
    pthread_t t;
    y = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, worker, 0);
    return 0;
}
