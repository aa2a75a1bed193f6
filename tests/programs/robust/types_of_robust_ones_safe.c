#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static void *f(void *p) {
    assert(pthread_mutex_unlock(&m) == EPERM);
    return p;
}
static void *g(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return p;
}

int main(void) {
    pthread_mutexattr_t a;
    pthread_t t;
    int type;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutexattr_gettype(&a, &type);
    assert(type == PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &a);
    pthread_mutex_lock(&m);
    assert(pthread_mutex_lock(&m) == EDEADLK);
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    pthread_mutex_unlock(&m);

    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, 0, g, 0);
    pthread_join(t, 0);
    assert(pthread_mutex_lock(&m) == EOWNERDEAD);
    assert(!pthread_mutex_lock(&m));
    assert(!pthread_mutex_consistent(&m));
    assert(!pthread_mutex_unlock(&m) && !pthread_mutex_unlock(&m));
    assert(pthread_mutex_unlock(&m) == EPERM);

    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_NORMAL);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    return 0;
}
