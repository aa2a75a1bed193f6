// When the assumption fails the execution is discarded, even if another thread is blocked.
#include <pthread.h>
extern void __VERIFIER_assume(int);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    int n = 0;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_assume(n == 1);
    pthread_join(t, 0);
    return 0;
}
