// Burns' one-bit algorithm for two threads.
#include <pthread.h>
extern void reach_error(void);

static volatile int flag[2], inside;

static void *low(void *arg) {
    (void)arg;
    flag[0] = 1;
    while (flag[1])
        ;
    inside = 1;
    if (inside != 1)
        reach_error();
    flag[0] = 0;
    return 0;
}

static void *high(void *arg) {
    (void)arg;
again:
    flag[1] = 0;
    while (flag[0])
        ;
    flag[1] = 1;
    if (flag[0])
        goto again;
    inside = 2;
    if (inside != 2)
        reach_error();
    flag[1] = 0;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, low, 0);
    pthread_create(&b, 0, high, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
