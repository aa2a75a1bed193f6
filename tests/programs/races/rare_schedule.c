// The race needs the other thread to be between its two critical sections.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stage, x;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    stage = 1;
    pthread_mutex_unlock(&m);
    x = 1;
    pthread_mutex_lock(&m);
    stage = 2;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    int s;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    s = stage;
    pthread_mutex_unlock(&m);
    if (s == 1)
        x = 2;
    pthread_join(t, 0);
    return 0;
}
