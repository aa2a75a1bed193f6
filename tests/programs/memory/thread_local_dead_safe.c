// Another thread's thread-local storage, while that thread lives.
#include <pthread.h>

static __thread int n;
static int *g;

static void *t(void *a) {
    *g = 1;
    return 0;
}

int main(void) {
    pthread_t p;
    g = &n;
    pthread_create(&p, 0, t, 0);
    pthread_join(p, 0);
    return n - 1;
}
