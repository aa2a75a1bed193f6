// reach_error has a body in the program; the call counts, not what the body does.
#include <pthread.h>

void reach_error(void) {}

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    if (x)
        reach_error();
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
