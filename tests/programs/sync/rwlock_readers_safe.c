// Two readers can be inside together, a reader and a writer cannot.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static pthread_rwlock_t l;
static atomic_int readers, writers;

static void *reader(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&l);
    readers++;
    if (writers != 0)
        reach_error();
    readers--;
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_rwlock_init(&l, NULL);
    pthread_create(&s, 0, reader, 0);
    pthread_create(&t, 0, reader, 0);
    pthread_rwlock_wrlock(&l);
    writers++;
    if (readers != 0)
        reach_error();
    writers--;
    pthread_rwlock_unlock(&l);
    pthread_join(s, 0);
    pthread_join(t, 0);
    pthread_rwlock_destroy(&l);
    return 0;
}
