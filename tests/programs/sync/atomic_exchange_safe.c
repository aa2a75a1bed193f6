// A lock made of atomic_exchange.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int lock;
static int x;

static void *worker(void *arg) {
    (void)arg;
    while (atomic_exchange(&lock, 1) == 1)
        ;
    x++;
    atomic_store(&lock, 0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    if (x != 2)
        reach_error();
    return 0;
}
