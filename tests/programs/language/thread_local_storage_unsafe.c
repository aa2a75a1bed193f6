// Each thread has its own copy, initialised anew; __thread and _Thread_local.
#include <pthread.h>
extern void reach_error(void);

static __thread int mine = 5;
static _Thread_local int other;
static int common = 0;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    (void)arg;
    if (mine != 5 || other != 0)
        reach_error();
    mine++;
    other += 2;
    pthread_mutex_lock(&m);
    common++;
    if (common != 1)
        reach_error();
    pthread_mutex_unlock(&m);
    if (mine != 6 || other != 2)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t a, b;
    mine = 9;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (mine != 9)
        reach_error();
    return 0;
}
