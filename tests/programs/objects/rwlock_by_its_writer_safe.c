// Who has a read-write lock for writing is refused, and does not wait (glibc).
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
    pthread_rwlock_wrlock(&l);
    assert(pthread_rwlock_rdlock(&l) == 35);
    assert(pthread_rwlock_wrlock(&l) == 35);
    pthread_rwlock_unlock(&l);
    return 0;
}
