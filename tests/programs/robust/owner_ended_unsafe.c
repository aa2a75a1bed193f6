#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static void *f(void *p) {
    pthread_mutex_lock(&m);
    return p;
}

int main(void) {
    pthread_mutexattr_t a;
    pthread_t t;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, 0, f, 0);
    assert(!pthread_mutex_lock(&m));
    return 0;
}
