// The order of the locks depends on an input of each thread.
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *worker(void *arg) {
    int first = *(int *)arg;
    pthread_mutex_lock(&m[first]);
    pthread_mutex_lock(&m[!first]);
    pthread_mutex_unlock(&m[!first]);
    pthread_mutex_unlock(&m[first]);
    return 0;
}

int main(void) {
    pthread_t s, t;
    int a = __VERIFIER_nondet_bool();
    int b = __VERIFIER_nondet_bool();
    pthread_create(&s, 0, worker, &a);
    pthread_create(&t, 0, worker, &b);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
