// Data that is handed over with an atomic flag.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static volatile int ready;

static void *producer(void *arg) {
    (void)arg;
    data = 7;
    ready = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int got = 0;
    pthread_create(&t, 0, producer, 0);
    if (ready)
        got = data;
    pthread_join(t, 0);
    return got != 7;
}
