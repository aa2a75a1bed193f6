#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
struct s {
    unsigned long id;
    unsigned char a : 1, b : 7;
} x[2];
static void *t(void *p) {
    pthread_mutex_lock(&m);
    x[1].a ^= 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    pthread_mutex_lock(&n);
    x[1].b++;
    pthread_mutex_unlock(&n);
    pthread_join(h, 0);
    return 0;
}
