#include <pthread.h>
#include <stdlib.h>

static void *f(void *p) {
    int *q = malloc(sizeof *q);
    pthread_cleanup_push(free, q);
    pthread_testcancel();
    pthread_cleanup_pop(1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    return 0;
}
