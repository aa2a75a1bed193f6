// Reading through a shared pointer reads the pointer too.
#include <pthread.h>

static int a = 1, b = 2;
static int *cur = &a;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *swapper(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    cur = &b;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    int v;
    pthread_create(&t, 0, swapper, 0);
    v = *cur;
    pthread_join(t, 0);
    return v;
}
