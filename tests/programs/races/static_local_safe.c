// A static local is shared by all threads, an automatic one is not.
#include <pthread.h>

static int next(void) {
    int n = 0;
    return n++;
}

static void *worker(void *arg) {
    (void)arg;
    next();
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
