#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
    pthread_attr_t a;
    pthread_mutexattr_t m;
    pthread_condattr_t c;
    pthread_barrierattr_t b;
    struct sched_param p;
    clockid_t clock;
    int n;
    size_t size;
    pthread_attr_init(&a);
    pthread_attr_getdetachstate(&a, &n);
    assert(n == PTHREAD_CREATE_JOINABLE);
    pthread_attr_getscope(&a, &n);
    assert(n == PTHREAD_SCOPE_SYSTEM);
    pthread_attr_getinheritsched(&a, &n);
    assert(n == PTHREAD_INHERIT_SCHED);
    pthread_attr_getschedpolicy(&a, &n);
    assert(n == SCHED_OTHER);
    pthread_attr_getschedparam(&a, &p);
    assert(p.sched_priority == 0);
    pthread_attr_getstacksize(&a, &size);
    assert(size >= 16384);
    pthread_attr_getguardsize(&a, &size);
    assert(size == 4096);
    pthread_mutexattr_init(&m);
    pthread_mutexattr_getprotocol(&m, &n);
    assert(n == PTHREAD_PRIO_NONE);
    pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_getpshared(&m, &n);
    assert(n == PTHREAD_PROCESS_SHARED || n == PTHREAD_PROCESS_PRIVATE);
    pthread_condattr_init(&c);
    pthread_condattr_getpshared(&c, &n);
    assert(n == PTHREAD_PROCESS_PRIVATE);
    pthread_condattr_setclock(&c, CLOCK_MONOTONIC);
    pthread_condattr_getclock(&c, &clock);
    assert(clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME);
    pthread_barrierattr_init(&b);
    pthread_barrierattr_getpshared(&b, &n);
    assert(n == PTHREAD_PROCESS_PRIVATE);
    return 0;
}
