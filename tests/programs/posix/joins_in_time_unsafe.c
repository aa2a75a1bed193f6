#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static void *f(void *p) { return p; }

int main(void) {
    struct timespec soon = {1, 0};
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    assert(pthread_timedjoin_np(t, 0, &soon) == 0);
    return 0;
}
