// A thread that is created detached, and one that detaches itself.
#include <pthread.h>
extern void reach_error(void);

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    (void)arg;
    pthread_detach(pthread_self());
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

static void *other(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    x += 2;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attr, other, 0);
    pthread_attr_destroy(&attr);
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    if (x < 0 || x > 3)
        reach_error();
    pthread_mutex_unlock(&m);
    return 0;
}
