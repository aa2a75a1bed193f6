// After its write the thread runs for ever; the write is seen.
#include <pthread.h>

extern void reach_error(void);

static int x;

static void *first(void *arg) {
    x = 1;
    while (1)
        ;
    return 0;
}

static void *second(void *arg) {
    if (x == 1)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
