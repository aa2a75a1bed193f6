#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static _Atomic int ended;
static void *f(void *p) {
    ended = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    assert(pthread_kill(t, 0) == ESRCH || !ended);
    pthread_join(t, 0);
    return 0;
}
