#include <assert.h>
#include <pthread.h>
#include <threads.h>

static cnd_t c;
static mtx_t m;
static void leave(void *p) { mtx_unlock(&m); }
static int f(void *p) {
    mtx_lock(&m);
    pthread_cleanup_push(leave, 0);
    for (;;)
        cnd_wait(&c, &m);
    pthread_cleanup_pop(0);
    return 3;
}

int main(void) {
    thrd_t t;
    int result;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, f, 0);
    pthread_cancel(t);
    thrd_join(t, &result);
    assert(result == -1);
    mtx_lock(&m);
    return 0;
}
