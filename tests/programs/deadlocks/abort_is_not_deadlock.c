// abort() on the path that would otherwise block.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    (void)arg;
    if (pthread_mutex_trylock(&m) != 0)
        abort();
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    pthread_join(t, 0);
    pthread_mutex_unlock(&m);
    return 0;
}
