#include <assert.h>
#include <pthread.h>

static int sum;
static void add(void *p) { sum = 10 * sum + *(int *)p; }
static void inner(void) {
    int two = 2;
    pthread_cleanup_push(add, &two);
    pthread_testcancel();
    pthread_cleanup_pop(0);
}
static void *f(void *p) {
    int one = 1;
    pthread_cancel(pthread_self());
    pthread_cleanup_push(add, &one);
    inner();
    pthread_cleanup_pop(0);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    assert(sum == 21);
    return 0;
}
