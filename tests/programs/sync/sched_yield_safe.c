// sched_yield has no effect on what can happen.
#include <pthread.h>
#include <sched.h>
extern void reach_error(void);

static int x;

static void *worker(void *arg) {
    (void)arg;
    x = 1;
    sched_yield();
    x = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    sched_yield();
    if (x == 3)
        reach_error();
    pthread_join(t, 0);
    return 0;
}
