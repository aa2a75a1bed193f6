#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static void *f(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    assert(pthread_kill(t, 0) == 0);
    assert(pthread_kill(t, 1000) == EINVAL);
    pthread_join(t, 0);
    return 0;
}
