#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static void *f(void *p) {
    sem_wait(&s);
    assert(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, f, 0);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    sem_post(&s);
    sem_wait(&s);
    return 0;
}
