#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int x;
static void *f(void *p) {
    if (pthread_mutex_lock(&m) == 0)
        pthread_mutex_unlock(&m);
    x = 1;
    return p;
}

int main(void) {
    pthread_mutexattr_t a;
    pthread_t t, u;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    return 0;
}
