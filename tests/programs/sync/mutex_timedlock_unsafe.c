// A timed lock may give up while another thread holds the mutex.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <pthread.h>
#include <time.h>
extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
    struct timespec ts = {0, 0};
    (void)arg;
    int r = pthread_mutex_timedlock(&m, &ts);
    if (r == 0) {
        x++;
        pthread_mutex_unlock(&m);
    } else if (r == ETIMEDOUT) {
        reach_error();
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    x = 5;
    if (x != 5)
        reach_error();
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
