// Waiting for a flag: fine with an atomic, a race on a plain variable.
#include <pthread.h>
extern void reach_error(void);

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
    pthread_create(&t, 0, producer, 0);
    while (!ready)
        ;
    if (data != 7)
        reach_error();
    return 0;
}
