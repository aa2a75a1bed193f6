#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;
static void *f(void *p) {
    struct timespec soon = {1, 0};
    pthread_cancel(pthread_self());
    sem_timedwait(&s, &soon);
    assert(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, f, 0);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
