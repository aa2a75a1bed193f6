// The 2013 tasks mark the error with a label.
#include <pthread.h>

static int x, y;

static void *worker(void *arg) {
    (void)arg;
    x = 1;
    y = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int a, b;
    pthread_create(&t, 0, worker, 0);
    a = y;
    b = x;
    if (a > b)
        goto ERROR;
    pthread_join(t, 0);
    return 0;
ERROR:
    goto ERROR;
    return 1;
}
