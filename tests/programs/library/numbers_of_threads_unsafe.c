#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int number;

void *worker(void *arg) {
    number = gettid();
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    pthread_join(a, 0);
    assert(number == getpid());
    return 0;
}
