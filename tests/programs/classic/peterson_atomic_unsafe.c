// Peterson's algorithm with atomics; announcing the turn before the interest breaks it.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int flag[2], turn;
static int inside;

static void *worker(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    atomic_store(&turn, other);
    atomic_store(&flag[me], 1);
    while (atomic_load(&flag[other]) && atomic_load(&turn) == other)
        ;
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    atomic_store(&flag[me], 0);
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
