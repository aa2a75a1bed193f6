#include <assert.h>
#include <pthread.h>

int order;
static void clean(void *p) { order = order * 10 + *(int *)p; }
static void inner(int stop) {
    int two = 2;
    pthread_cleanup_push(clean, &two);
    if (stop)
        pthread_exit((void *)&order);
    pthread_cleanup_pop(0);
}
static void *t(void *stop) {
    int one = 1;
    pthread_cleanup_push(clean, &one);
    inner(stop != 0);
    pthread_cleanup_pop(1);
    return 0;
}

int main(void) {
    pthread_t h;
    void *result;
    pthread_create(&h, 0, t, &order);
    pthread_join(h, &result);
    assert(order == 21 && result == &order);
    pthread_create(&h, 0, t, 0);
    pthread_join(h, 0);
    assert(order == 211);
    return 0;
}
