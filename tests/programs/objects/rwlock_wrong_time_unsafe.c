#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    struct timespec never = {0, 2000000000};
    assert(pthread_rwlock_timedwrlock(&lock, &never) == 0); /* it may be EINVAL */
    return 0;
}
