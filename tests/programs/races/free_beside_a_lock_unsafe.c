#include <pthread.h>
#include <stdlib.h>

struct box {
    pthread_mutex_t lock;
    int value;
} *box;

void *work(void *arg) {
    pthread_mutex_lock(&box->lock);
    pthread_mutex_unlock(&box->lock);
    return 0;
}

int main(void) {
    pthread_t t;
    box = malloc(sizeof *box);
    pthread_mutex_init(&box->lock, 0);
    pthread_create(&t, 0, work, 0);
    free(box);
    pthread_join(t, 0);
    return 0;
}
