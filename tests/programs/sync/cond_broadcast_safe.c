// A broadcast wakes all waiters; a single signal leaves one behind.
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static int go, passed;

static void *waiter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    while (!go)
        pthread_cond_wait(&c, &m);
    passed++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_cond_init(&c, NULL);
    pthread_create(&s, 0, waiter, 0);
    pthread_create(&t, 0, waiter, 0);
    pthread_mutex_lock(&m);
    go = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (passed != 2)
        reach_error();
    pthread_cond_destroy(&c);
    return 0;
}
