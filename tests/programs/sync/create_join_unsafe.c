// What a thread did before it ended is seen after the join.
#include <pthread.h>
extern void reach_error(void);

static int x;

static void *worker(void *arg) {
    (void)arg;
    x = 1;
    x = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (x == 2)
        reach_error();
    return 0;
}
