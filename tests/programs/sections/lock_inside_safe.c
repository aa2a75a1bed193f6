// A lock that is free when a section takes it.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    pthread_mutex_lock(&m);
    x++;
    x--;
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    if (x)
        reach_error();
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
