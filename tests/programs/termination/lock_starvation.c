// A thread that takes the lock again and again may starve another one: weak fairness does not help a thread
// that is enabled only now and then.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static void *stopper(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    stop = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    int seen;
    pthread_create(&t, 0, stopper, 0);
    do {
        pthread_mutex_lock(&m);
        seen = stop;
        pthread_mutex_unlock(&m);
    } while (!seen);
    pthread_join(t, 0);
    return 0;
}
