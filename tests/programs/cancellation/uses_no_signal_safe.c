#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int n;
static void leave(void *p) { pthread_mutex_unlock(&m); }
static void *f(void *p) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(leave, 0);
    while (!n)
        pthread_cond_wait(&c, &m);
    n--;
    pthread_cleanup_pop(1);
    return 0;
}

int main(void) {
    pthread_t t, u;
    void *result;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_mutex_lock(&m);
    n = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_cancel(t);
    pthread_join(t, &result);
    if (result == PTHREAD_CANCELED)
        pthread_join(u, 0);
    return 0;
}
