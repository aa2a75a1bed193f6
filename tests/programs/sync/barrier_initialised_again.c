// To initialise a barrier again lets nobody go on.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t b;
_Atomic int passed;

void *wait(void *arg) {
    (void)arg;
    pthread_barrier_wait(&b);
    passed = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, wait, 0);
    pthread_barrier_init(&b, 0, 2);
    assert(!passed);
    return 0;
}
