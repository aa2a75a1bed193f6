// The racy line cannot be reached; it can once the guard is wrong.
#include <pthread.h>

static int x, mode = 0;

static void *worker(void *arg) {
    (void)arg;
    if (mode)
        x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
