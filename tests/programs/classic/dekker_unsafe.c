// Dekker's algorithm; without the recheck of the other's interest it is no mutual exclusion.
#include <pthread.h>
extern void reach_error(void);

static volatile int want[2], turn, inside;

static void *worker(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    want[me] = 1;
    if (want[other]) {
        if (turn != me) {
            want[me] = 0;
            while (turn != me)
                ;
            want[me] = 1;
        }
    }
    inside = me + 1;
    if (inside != me + 1)
        reach_error();
    turn = other;
    want[me] = 0;
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
