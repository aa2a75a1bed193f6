// The effect of a block whose end is never reached is seen all the same.
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);

static int x;

static void *first(void *arg) {
    x = 1;
    __VERIFIER_assume(0);
    return 0;
}

static void *second(void *arg) {
    if (x == 1)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
