#include <assert.h>
#include <pthread.h>

static _Atomic int ended;
static void *f(void *p) {
    ended = 1;
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, f, 0);
    while (!ended)
        ;
    assert(!pthread_cancel(t));
    assert(!pthread_cancel(t));
    pthread_join(t, &result);
    assert(result == 0);
    return 0;
}
