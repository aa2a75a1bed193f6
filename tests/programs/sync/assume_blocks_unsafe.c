// A failed assumption discards the execution: it is neither an error nor a deadlock.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    int seen;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    seen = x;
    pthread_mutex_unlock(&m);
    __VERIFIER_assume(seen == 0);
    if (seen == 0)
        reach_error();
    pthread_join(t, 0);
    return 0;
}
