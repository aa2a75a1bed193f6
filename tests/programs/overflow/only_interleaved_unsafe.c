// Only a switch between the check and the addition overflows.
#include <limits.h>
#include <pthread.h>

static int x = INT_MAX - 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    (void)arg;
    if (x < INT_MAX)
        x = x + 1;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    (void)m;
    return 0;
}
