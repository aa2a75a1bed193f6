// A recursive mutex may be taken again by its owner and is free after as many unlocks.
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t m;
static int x;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    if (x == 1)
        reach_error();
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    if (pthread_mutex_lock(&m) != 0)
        reach_error();
    x = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
