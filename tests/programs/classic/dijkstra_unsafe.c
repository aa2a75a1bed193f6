// Dijkstra's algorithm of 1965, for two threads.
#include <pthread.h>
extern void reach_error(void);

static volatile int flag[2], turn, inside;

static void *worker(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    do {
        flag[me] = 1;
        while (turn != me)
            if (flag[turn] == 0)
                turn = me;
        flag[me] = 2;
    } while (0);
    inside = me;
    if (inside != me)
        reach_error();
    flag[me] = 0;
    (void)other;
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
