// An error-checking mutex reports relocking and unlocking by a stranger instead of blocking.
#include <errno.h>
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t m;

static void *worker(void *arg) {
    (void)arg;
    if (pthread_mutex_unlock(&m) != EPERM)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &attr);
    if (pthread_mutex_lock(&m) != 0)
        reach_error();
    if (pthread_mutex_lock(&m) != 0)
        reach_error();
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    if (pthread_mutex_unlock(&m) != 0)
        reach_error();
    return 0;
}
