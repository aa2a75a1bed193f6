/* At most so many tries, each with a time-out. */
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static bool ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
    int tries = 1000;
    pthread_mutex_lock(&m);
    while (!ready && tries > 0) {
        struct timespec until = {0, 0};
        if (pthread_cond_timedwait(&c, &m, &until) != 0)
            tries--;
    }
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    pthread_mutex_lock(&m);
    ready = true;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
}
