// The weak form, in a loop, computes a maximum.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int max;

static void raise(int v) {
    int seen = atomic_load(&max);
    while (seen < v)
        if (atomic_compare_exchange_weak(&max, &seen, v))
            break;
}

static void *worker(void *arg) {
    raise((int)(long)arg);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, (void *)2);
    pthread_create(&t, 0, worker, (void *)3);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (max != 3)
        reach_error();
    return 0;
}
