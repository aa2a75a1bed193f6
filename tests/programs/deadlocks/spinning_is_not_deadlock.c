// One thread is stuck, another one spins: no deadlock, but no end either.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stop;

static void *spinner(void *arg) {
    (void)arg;
    while (!atomic_load(&stop))
        ;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, spinner, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    atomic_store(&stop, 1);
    return 0;
}
