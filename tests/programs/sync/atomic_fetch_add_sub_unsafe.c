// fetch_add and fetch_sub are one step and give the old value.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int x = 10;
static atomic_uint u;

static void *worker(void *arg) {
    (void)arg;
    atomic_store(&x, atomic_load(&x) + 3);
    atomic_fetch_sub(&x, 1);
    return 0;
}

int main(void) {
    pthread_t s, t;
    if (atomic_fetch_add(&x, 2) != 10 || atomic_fetch_sub(&x, 2) != 12)
        reach_error();
    if (atomic_fetch_sub(&u, 1) != 0 || u != 0xFFFFFFFFu)
        reach_error();
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (x != 14)
        reach_error();
    return 0;
}
