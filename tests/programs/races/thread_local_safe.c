// A thread-local variable is private, unless its address is given away.
#include <pthread.h>

static __thread int n;
static int *where;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    if (where)
        where = 0;
    pthread_mutex_unlock(&m);
    n = 6;
    return 0;
}

int main(void) {
    pthread_t t;
    where = &n;
    pthread_create(&t, 0, worker, 0);
    n = 7;
    pthread_join(t, 0);
    return 0;
}
