#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int ready, done;
pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *signaller(void *a)
{
    pthread_mutex_lock(&m);
    ready = 1;
    assert(!done);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, signaller, 0);
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    done = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
