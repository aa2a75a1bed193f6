#include <pthread.h>

static volatile int n;
static void *f(void *p) {
    for (;;)
        n = !n;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    return 0;
}
