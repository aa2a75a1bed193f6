// volatile changes nothing: no atomicity.
#include <pthread.h>
extern void reach_error(void);

static volatile int x;

static void *worker(void *arg) {
    (void)arg;
    x = x + 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = x + 1;
    pthread_join(t, 0);
    if (x < 1 || x > 2)
        reach_error();
    return 0;
}
