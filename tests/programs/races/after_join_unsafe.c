// Only the joined thread is known to be done.
#include <pthread.h>

static int x;

static void *worker(void *arg) {
    if (arg)
        x++;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, &x);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    x = 9;
    return 0;
}
