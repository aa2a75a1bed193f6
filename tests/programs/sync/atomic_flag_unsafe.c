// A spin lock made of an atomic_flag.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int x;

static void *worker(void *arg) {
    (void)arg;
    atomic_flag_test_and_set(&lock);
    x++;
    atomic_flag_clear(&lock);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (x != 2)
        reach_error();
    return 0;
}
