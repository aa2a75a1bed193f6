#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *f(void *p) {
    pthread_cancel(pthread_self());
    puts("here");
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, &result);
    assert(result != PTHREAD_CANCELED);
    return 0;
}
