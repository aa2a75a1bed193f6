// trylock never blocks; its result says whether the lock was taken.
#include <errno.h>
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, done;

static void *worker(void *arg) {
    (void)arg;
    int r = pthread_mutex_trylock(&m);
    if (r == 0) {
        x++;
        pthread_mutex_unlock(&m);
    } else if (r != EBUSY) {
        reach_error();
    } else {
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    int old = x;
    x++;
    if (x != old + 1)
        reach_error();
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    if (x < 1 || x > 2 || done)
        reach_error();
    return 0;
}
