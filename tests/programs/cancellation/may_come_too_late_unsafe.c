#include <assert.h>
#include <pthread.h>

static void *f(void *p) {
    pthread_testcancel();
    return 0;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, f, 0);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
