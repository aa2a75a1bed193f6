// Two kinds of waiters on one condition variable need a broadcast.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int stage;

static void *wait_for(void *arg) {
    int at = (int)(long)arg;
    pthread_mutex_lock(&m);
    while (stage < at)
        pthread_cond_wait(&c, &m);
    stage++;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, wait_for, (void *)1);
    pthread_create(&t, 0, wait_for, (void *)2);
    pthread_mutex_lock(&m);
    stage = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
