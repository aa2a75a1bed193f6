// Nobody starts `writer`, though its address is taken and its type would fit.
#include <assert.h>
#include <pthread.h>

static int data;

static void *reader(void *arg) {
    return arg;
}

static void *writer(void *arg) {
    int *place;
    place = &data;
    *place = 1;
    return arg;
}

static void run(void *(*function)(void *)) {
    pthread_t t;
    pthread_create(&t, 0, function, 0);
    pthread_join(t, 0);
}

static void *(*later)(void *) = writer;

int main(void) {
    run(reader);
    assert(data == 0);
    return later == 0;
}
