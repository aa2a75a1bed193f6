#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int order;
static void gone(void *p) { order = 10 * order + 2; }
static void clean(void *p) { order = 1; }
static void *f(void *p) {
    pthread_setspecific(key, &order);
    pthread_cleanup_push(clean, 0);
    pthread_cancel(pthread_self());
    pthread_testcancel();
    pthread_cleanup_pop(0);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, gone);
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    assert(order == 12);
    return 0;
}
