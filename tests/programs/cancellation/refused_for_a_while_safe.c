#include <assert.h>
#include <pthread.h>

static int begun, done;
static void *f(void *p) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    begun = 1;
    pthread_testcancel();
    done = 1;
    pthread_setcancelstate(old, &old);
    assert(old == PTHREAD_CANCEL_DISABLE);
    pthread_testcancel();
    done = 2;
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, f, 0);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(begun && done == (result == PTHREAD_CANCELED ? 1 : 2));
    return 0;
}
