#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *f(void *p) {
    struct timespec soon = {1, 0};
    pthread_mutex_lock(&m);
    assert(pthread_cond_timedwait(&c, &m, &soon) != ETIMEDOUT);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    return 0;
}
