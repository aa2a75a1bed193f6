// glibc looks at the time first, also if nobody has to wait.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    struct timespec wrong = {0, -1};
    assert(pthread_rwlock_timedwrlock(&lock, &wrong) == EINVAL);
    assert(pthread_rwlock_timedrdlock(&lock, &wrong) == EINVAL);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &wrong) == EINVAL);
    pthread_rwlock_wrlock(&lock);
    assert(pthread_rwlock_timedwrlock(&lock, &wrong) == EINVAL);
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &wrong) == EINVAL);
    return 0;
}
