// __atomic_test_and_set, __atomic_clear and a fence.
#include <pthread.h>
extern void reach_error(void);

static char lock;
static int x;

static void *worker(void *arg) {
    (void)arg;
    while (__atomic_test_and_set(&lock, __ATOMIC_SEQ_CST))
        ;
    x++;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    __atomic_clear(&lock, __ATOMIC_SEQ_CST);
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
