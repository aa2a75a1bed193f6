// Lamport's fast mutual exclusion for two threads.
#include <pthread.h>
extern void reach_error(void);

static volatile int x, y, want[3], inside;

static void *worker(void *arg) {
    int me = (int)(long)arg;
    for (;;) {
        want[me] = 1;
        x = me;
        if (y != 0) {
            want[me] = 0;
            while (y != 0)
                ;
            continue;
        }
        y = me;
        if (x != me) {
            want[me] = 0;
        }
        break;
    }
    inside = me;
    if (inside != me)
        reach_error();
    y = 0;
    want[me] = 0;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, (void *)1);
    pthread_create(&b, 0, worker, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
