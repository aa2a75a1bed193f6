#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_barrier_t barrier;

int main(void) {
    assert(pthread_barrier_init(&barrier, 0, 0) == EINVAL);
    assert(pthread_barrier_init(&barrier, 0, 2147483647) == EINVAL);
    assert(pthread_barrier_init(&barrier, 0, -1) == EINVAL);
    assert(pthread_barrier_init(&barrier, 0, 2147483646) == 0);
    return 0;
}
