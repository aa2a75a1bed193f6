// The older name of the error function.
#include <pthread.h>
extern void __VERIFIER_error(void);

static int x;

static void *worker(void *arg) {
    (void)arg;
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (x > 0)
        __VERIFIER_error();
    pthread_join(t, 0);
    return 0;
}
