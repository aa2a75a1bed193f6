// __VERIFIER_assert is defined by the program, as in the public tasks.
#include <pthread.h>
extern void reach_error(void);
extern void abort(void);

static void __VERIFIER_assert(int cond) {
    if (!(cond)) {
    FAIL: {
        reach_error();
        abort();
    }
    }
    return;
}

static int x = 1;

static void *worker(void *arg) {
    (void)arg;
    x = 2;
    x = 3;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int a = x, b = x;
    __VERIFIER_assert(a <= b);
    __VERIFIER_assert(a != 2 || b != 3);
    return 0;
}
