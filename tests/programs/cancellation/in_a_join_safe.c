#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t other;
static void *sleeper(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return p;
}
static void *f(void *p) {
    pthread_join(other, 0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_mutex_lock(&m);
    pthread_create(&other, 0, sleeper, 0);
    pthread_create(&t, 0, f, 0);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_mutex_unlock(&m);
    pthread_join(other, 0);
    return 0;
}
