// Returning from main ends the process, even if a thread is blocked for ever.
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int entered;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    entered = 1;
    reach_error();
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, worker, 0);
    return 0;
}
