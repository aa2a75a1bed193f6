// Thread-local storage ends with its thread.
#include <pthread.h>

static __thread int n;
static int *g;

static void *t(void *a) {
    g = &n;
    return 0;
}

int main(void) {
    pthread_t p;
    pthread_create(&p, 0, t, 0);
    pthread_join(p, 0);
    *g = 1;
    return 0;
}
