// Knuth's algorithm of 1966, for two threads.
#include <pthread.h>
extern void reach_error(void);

static volatile int control[2], k, inside;

static void *worker(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
again:
    control[me] = 1;
    while (k != me && control[other] != 0)
        ;
    control[me] = 2;
    if (control[other] == 2)
        goto again;
    k = me;
    inside = me;
    if (inside != me)
        reach_error();
    k = other;
    control[me] = 0;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, (void *)0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
