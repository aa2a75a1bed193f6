// Two pointers that may or may not point to the same variable.
#include <pthread.h>

static int a, b;
static int *p = &a, *q = &b;

static void *worker(void *arg) {
    (void)arg;
    *p = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    *q = 2;
    pthread_join(t, 0);
    return b;
}
