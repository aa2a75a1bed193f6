// The only pointer was in thread-local storage of a thread that has ended.
#include <pthread.h>
#include <stdlib.h>

static __thread int *mine;

static void *t(void *a) {
    mine = malloc(sizeof(int));
    return 0;
}

int main(void) {
    pthread_t p;
    pthread_create(&p, 0, t, 0);
    pthread_join(p, 0);
    return 0;
}
