// What happens before the creation of a thread cannot race with it.
#include <pthread.h>
extern void reach_error(void);

static int x;

static void *worker(void *arg) {
    (void)arg;
    if (x != 1)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t;
    x = 1;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
