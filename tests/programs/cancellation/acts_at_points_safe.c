#include <assert.h>
#include <pthread.h>

static int x;
static void clean(void *p) { x = 5; }
static void *f(void *p) {
    pthread_cleanup_push(clean, 0);
    pthread_testcancel();
    x = 1;
    pthread_testcancel();
    x = 2;
    pthread_cleanup_pop(0);
    return 0;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, f, 0);
    assert(pthread_cancel(t) == 0);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED ? x == 5 : x == 2);
    return 0;
}
