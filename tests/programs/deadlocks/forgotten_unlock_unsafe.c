// An early return without the unlock blocks the next one.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    if (n == 1) {
        return 0;
    }
    n++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    worker(0);
    worker(0);
    return 0;
}
