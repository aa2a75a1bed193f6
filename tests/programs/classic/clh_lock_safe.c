// A queue lock in which everyone waits for its predecessor's node.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int busy[3];
static atomic_int tail = 2;
static int x;

static void *worker(void *arg) {
    int me = (int)(long)arg;
    atomic_store(&busy[me], 1);
    int prev = atomic_exchange(&tail, me);
    while (atomic_load(&busy[prev]))
        ;
    x++;
    atomic_store(&busy[me], 0);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, (void *)0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (x != 2)
        reach_error();
    return 0;
}
