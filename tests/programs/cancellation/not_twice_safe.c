#include <assert.h>
#include <pthread.h>

static int count, end;
static void last(void *p) { end = 1; }
static void clean(void *p) {
    count++;
    pthread_testcancel();
    count++;
}
static void *f(void *p) {
    pthread_cleanup_push(last, 0);
    pthread_cleanup_push(clean, 0);
    pthread_cancel(pthread_self());
    if (p)
        pthread_exit(p);
    pthread_testcancel();
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, &result);
    assert(count == 2 && end && result == PTHREAD_CANCELED);
    pthread_create(&t, 0, f, &count);
    pthread_join(t, &result);
    assert(count == 4 && result == &count);
    return 0;
}
