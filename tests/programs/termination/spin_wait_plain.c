// The same with a plain variable: a data race, but every step sees the latest value.
#include <pthread.h>

static volatile int ready;

static void *setter(void *arg) {
    (void)arg;
    ready = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, setter, 0);
    while (!ready)
        ;
    pthread_join(t, 0);
    return 0;
}
