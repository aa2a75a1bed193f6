#include <assert.h>
#include <pthread.h>

static pthread_t first;
static void *f(void *p) {
    pthread_cancel(first);
    void *result;
    pthread_join(first, &result);
    assert(result == PTHREAD_CANCELED);
    return p;
}

int main(void) {
    pthread_t t;
    first = pthread_self();
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    assert(0);
    return 0;
}
