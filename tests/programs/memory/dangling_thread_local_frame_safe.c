// A thread uses a local of the function that created it, after that function has returned.
#include <pthread.h>

static pthread_t t;

static void *worker(void *arg) {
    *(int *)arg = 1;
    return 0;
}

static void start(void) {
    int local = 0;
    pthread_create(&t, 0, worker, &local);
    pthread_join(t, 0);
}

int main(void) {
    start();
    return 0;
}
