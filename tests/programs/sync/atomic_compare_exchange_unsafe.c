// Compare-and-exchange in a retry loop; a failed one writes the present value into the expected variable.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int x;

static void *worker(void *arg) {
    int old = atomic_load(&x);
    (void)arg;
    atomic_compare_exchange_strong(&x, &old, old + 1);
    return 0;
}

int main(void) {
    pthread_t s, t;
    int e = 5;
    if (atomic_compare_exchange_strong(&x, &e, 9) || e != 0)
        reach_error();
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (x != 2)
        reach_error();
    return 0;
}
