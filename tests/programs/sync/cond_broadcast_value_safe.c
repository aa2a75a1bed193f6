// After a broadcast the waiters go on one by one, each with the mutex.
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int tokens;

static void *taker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    while (tokens == 0)
        pthread_cond_wait(&c, &m);
    tokens--;
    if (tokens < 0)
        reach_error();
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, taker, 0);
    pthread_create(&t, 0, taker, 0);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        tokens++;
        pthread_cond_broadcast(&c);
        pthread_mutex_unlock(&m);
    }
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
