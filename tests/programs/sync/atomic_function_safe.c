// A function whose name starts with __VERIFIER_atomic_ is atomic as a whole.
#include <pthread.h>
extern void reach_error(void);

static int x;

static int __VERIFIER_atomic_take(int n) {
    int old = x;
    if (old < n)
        x = old + 1;
    return old;
}

static void *worker(void *arg) {
    int got = __VERIFIER_atomic_take(5);
    (void)arg;
    if (got > 1)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (x != 2)
        reach_error();
    return 0;
}
