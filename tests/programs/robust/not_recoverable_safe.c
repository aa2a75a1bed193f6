#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m;
static void *f(void *p) {
    pthread_mutex_lock(&m);
    return p;
}

int main(void) {
    struct timespec soon = {1, 0};
    pthread_mutexattr_t a;
    pthread_t t;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    assert(pthread_mutex_trylock(&m) == EOWNERDEAD);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    assert(!pthread_mutex_unlock(&m));
    assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
    assert(pthread_mutex_timedlock(&m, &soon) == ENOTRECOVERABLE);
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_consistent(&m) == EINVAL);
    assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE);
    assert(!pthread_mutex_destroy(&m));
    return 0;
}
