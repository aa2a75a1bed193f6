// A timed wait may end by time-out although nobody signalled.
#include <errno.h>
#include <pthread.h>
#include <time.h>
extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *producer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    struct timespec ts = {1, 0};
    int r = 0;
    pthread_create(&t, 0, producer, 0);
    pthread_mutex_lock(&m);
    if (!ready)
        r = pthread_cond_timedwait(&c, &m, &ts);
    if (r != 0 && r != ETIMEDOUT)
        reach_error();
    if (r == ETIMEDOUT && !ready)
        reach_error();
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
