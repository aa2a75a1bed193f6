#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int numbers[2];

void *worker(void *place) {
    *(int *)place = gettid();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, &numbers[0]);
    pthread_create(&b, 0, worker, &numbers[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(gettid() == getpid());
    assert(numbers[0] != numbers[1]);
    assert(numbers[0] != gettid());
    return 0;
}
