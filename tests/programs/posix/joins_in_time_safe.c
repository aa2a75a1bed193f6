#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int x;
static void *f(void *p) {
    x = 1;
    return &x;
}

int main(void) {
    struct timespec soon = {1, 0};
    pthread_t t;
    void *result = 0;
    pthread_create(&t, 0, f, 0);
    int done = pthread_timedjoin_np(t, &result, &soon);
    assert(done == 0 || done == ETIMEDOUT);
    if (done)
        done = pthread_clockjoin_np(t, &result, CLOCK_MONOTONIC, &soon);
    if (!done)
        assert(x == 1 && result == &x);
    else
        pthread_join(t, 0);
    return 0;
}
