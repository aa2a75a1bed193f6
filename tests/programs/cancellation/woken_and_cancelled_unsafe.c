#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits;
static void leave(void *p) { pthread_mutex_unlock(&m); }
static void *f(void *p) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(leave, 0);
    waits = 1;
    pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&m);
    int there = waits;
    pthread_cond_signal(&c);
    pthread_cancel(t);
    pthread_mutex_unlock(&m);
    pthread_join(t, &result);
    assert(!there || result != PTHREAD_CANCELED);
    return 0;
}
