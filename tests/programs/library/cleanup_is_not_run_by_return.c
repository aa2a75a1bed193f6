#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void unlock(void *p) { pthread_mutex_unlock(p); }
static void *t(void *p) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void) {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    pthread_join(h, 0);
    pthread_mutex_lock(&m);
    return 0;
}
