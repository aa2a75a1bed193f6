#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static void *f(void *p) {
    pthread_mutex_lock(&m);
    if (p)
        pthread_mutex_consistent(&m);
    return p;
}

int main(void) {
    pthread_mutexattr_t a;
    pthread_t t;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    for (int i = 0; i < 3; i++) {
        pthread_create(&t, 0, f, i == 1 ? &m : 0);
        pthread_join(t, 0);
    }
    assert(pthread_mutex_lock(&m) == EOWNERDEAD);
    assert(!pthread_mutex_consistent(&m));
    assert(!pthread_mutex_unlock(&m));
    assert(!pthread_mutex_lock(&m));
    return 0;
}
