// A thread that starts another thread.
#include <pthread.h>
extern void reach_error(void);

static int x;

static void *inner(void *arg) {
    (void)arg;
    x = 2;
    return 0;
}

static void *outer(void *arg) {
    pthread_t t;
    (void)arg;
    x = 1;
    pthread_create(&t, 0, inner, 0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, outer, 0);
    pthread_join(t, 0);
    if (x != 2)
        reach_error();
    return 0;
}
