// A read lock is enough to read, not to write.
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x, sum[2];

static void *worker(void *arg) {
    int id = (int)(long)arg;
    pthread_rwlock_rdlock(&l);
    sum[id] = x;
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, (void *)0);
    pthread_create(&t, 0, worker, (void *)1);
    pthread_rwlock_wrlock(&l);
    x = 3;
    pthread_rwlock_unlock(&l);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
