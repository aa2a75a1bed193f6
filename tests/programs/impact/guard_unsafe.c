/* The section is possible only behind the other thread's write, which its guard reads. */
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

void *worker(void *arg) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(x == 1);
    __VERIFIER_atomic_end();
    y = x;
    if (y == 1)
        reach_error();
    return 0;
}
