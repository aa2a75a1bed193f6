#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int half;
static void *f(void *p) {
    pthread_mutex_lock(&m);
    half = 1;
    return p;
}

int main(void) {
    pthread_mutexattr_t a;
    pthread_t t;
    int is_robust;
    pthread_mutexattr_init(&a);
    assert(!pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST));
    pthread_mutexattr_getrobust(&a, &is_robust);
    assert(is_robust == PTHREAD_MUTEX_ROBUST);
    assert(pthread_mutexattr_setrobust(&a, 7) == EINVAL);
    pthread_mutex_init(&m, &a);
    assert(pthread_mutex_consistent(&m) == EINVAL);
    pthread_create(&t, 0, f, 0);
    int found = pthread_mutex_lock(&m);
    assert(found == (half ? EOWNERDEAD : 0));
    if (found) {
        half = 0;
        assert(!pthread_mutex_consistent(&m));
    }
    assert(!pthread_mutex_unlock(&m));
    pthread_join(t, 0);
    return 0;
}
