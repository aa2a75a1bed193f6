// Main may end before the thread looks at main's thread-local array.
#include <pthread.h>

static __thread int n[4];

static void *t(void *a) {
    int *p = a;
    return p[2] ? a : 0;
}

int main(void) {
    pthread_t p;
    pthread_create(&p, 0, t, n);
    pthread_exit(0);
}
