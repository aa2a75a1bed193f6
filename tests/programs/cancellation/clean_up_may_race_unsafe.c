#include <pthread.h>

static int x;
static void clean(void *p) { x = 1; }
static void *f(void *p) {
    pthread_cleanup_push(clean, 0);
    pthread_testcancel();
    pthread_cleanup_pop(0);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_cancel(t);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
