// Writers exclude each other and readers.
#include <pthread.h>
extern void reach_error(void);

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *writer(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&l);
    x = 1;
    y = 1;
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    pthread_rwlock_rdlock(&l);
    if (x != y)
        reach_error();
    pthread_rwlock_unlock(&l);
    pthread_join(t, 0);
    return 0;
}
