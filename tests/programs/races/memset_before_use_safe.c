// memset of objects that nobody else can use yet, or any more.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct counter {
    int n;
    pthread_mutex_t lock;
} shared;

void *count(void *arg) {
    struct counter *own = malloc(sizeof *own);
    memset(own, 0, sizeof *own);
    pthread_mutex_lock(&own->lock);
    own->n++;
    pthread_mutex_unlock(&own->lock);
    free(own);
    pthread_mutex_lock(&shared.lock);
    shared.n++;
    pthread_mutex_unlock(&shared.lock);
    return arg;
}

int main(void) {
    pthread_t t;
    memset(&shared, 0, sizeof shared);
    pthread_create(&t, 0, count, 0);
    pthread_mutex_lock(&shared.lock);
    shared.n++;
    pthread_mutex_unlock(&shared.lock);
    pthread_join(t, 0);
    memset(&shared, 0, sizeof shared);
    return 0;
}
