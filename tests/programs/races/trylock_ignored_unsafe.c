// The result of trylock decides whether the lock is held.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
    (void)arg;
    if (pthread_mutex_trylock(&m) >= 0) {
        x++;
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, worker, 0);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}
