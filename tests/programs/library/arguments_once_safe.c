#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/time.h>

int count;
pthread_spinlock_t lock;

int main(void) {
    struct timeval now;
    gettimeofday(&now, (count++, NULL));
    assert(count == 1);
    pthread_spin_init(&lock, count++);
    assert(count == 2);
    return 0;
}
