// tryrdlock fails while a writer is inside, trywrlock while anybody is.
#include <errno.h>
#include <pthread.h>
extern void reach_error(void);

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *worker(void *arg) {
    (void)arg;
    if (pthread_rwlock_tryrdlock(&l) == 0) {
        if (x == 1)
            reach_error();
        pthread_rwlock_unlock(&l);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    int r;
    pthread_create(&t, 0, worker, 0);
    r = pthread_rwlock_trywrlock(&l);
    if (r == 0) {
        x = 1;
        x = 2;
        pthread_rwlock_unlock(&l);
    } else if (r == EBUSY) {
        reach_error();
    }
    pthread_join(t, 0);
    return 0;
}
