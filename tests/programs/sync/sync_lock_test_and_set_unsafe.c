// A spin lock made of __sync_lock_test_and_set and __sync_lock_release.
#include <pthread.h>
extern void reach_error(void);

static int lock, x;

static void *worker(void *arg) {
    (void)arg;
    while (__sync_lock_test_and_set(&lock, 1))
        ;
    __sync_lock_release(&lock);
    x++;
    __sync_synchronize();
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
