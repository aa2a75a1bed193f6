// A ticket lock: drawing a ticket must be one step.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_uint next, serving;
static int x;

static void *worker(void *arg) {
    unsigned mine;
    (void)arg;
    mine = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != mine)
        ;
    x++;
    atomic_fetch_add(&serving, 1);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (x != 2)
        reach_error();
    return 0;
}
