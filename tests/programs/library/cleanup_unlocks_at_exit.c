#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
static void unlock(void *p) { pthread_mutex_unlock(p); }
static void *t(void *p) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    x++;
    pthread_exit(0);
    pthread_cleanup_pop(1);
    return 0;
}

int main(void) {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    pthread_join(h, 0);
    return 0;
}
