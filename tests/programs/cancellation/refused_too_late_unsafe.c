#include <assert.h>
#include <pthread.h>

static int done;
static void *f(void *p) {
    pthread_testcancel();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    pthread_testcancel();
    done = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    assert(done);
    return 0;
}
