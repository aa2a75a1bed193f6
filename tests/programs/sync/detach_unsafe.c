// A detached thread may still run when main looks, or never get to run.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static int x;
static atomic_int done;

static void *worker(void *arg) {
    (void)arg;
    x = 1;
    atomic_store(&done, 1);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_detach(t);
    if (x == 0)
        reach_error();
    return 0;
}
