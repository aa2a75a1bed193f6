// Two writes without a lock are two steps.
#include <pthread.h>

extern void reach_error(void);

static int x;

static void *first(void *arg) {
    x = 1;
    x = 2;
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
