#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *f(void *p) {
    pthread_mutex_lock(&m);
    for (;;)
        pthread_cond_wait(&c, &m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    pthread_mutex_lock(&m);
    return 0;
}
