// Waiting on a condition gives the lock back.
#include <pthread.h>

extern void reach_error(void);

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *first(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_cond_wait(&c, &m);
    x = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

static void *second(void *arg) {
    pthread_mutex_lock(&m);
    if (x == 1)
        reach_error();
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
