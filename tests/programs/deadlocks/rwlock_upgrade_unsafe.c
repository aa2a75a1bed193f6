// Two readers that both want to become writers without letting go.
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *worker(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&l);
    int seen = x;
    pthread_rwlock_wrlock(&l);
    x = seen + 1;
    pthread_rwlock_unlock(&l);
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
