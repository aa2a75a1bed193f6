// Who waits for the lock has looked at it.
#include <pthread.h>
#include <stdlib.h>

struct box {
    pthread_mutex_t lock;
    int value;
} *box;

void *work(void *arg) {
    pthread_mutex_lock(&box->lock);
    box->value = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    box = malloc(sizeof *box);
    pthread_mutex_init(&box->lock, 0);
    pthread_mutex_lock(&box->lock);
    pthread_create(&t, 0, work, 0);
    free(box);
    return 0;
}
