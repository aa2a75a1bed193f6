// Who was woken needs the mutex only (POSIX, pthread_cond_destroy): the condition may be gone.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct item {
    pthread_cond_t gone;
    int busy;
} *item;

void *find(void *arg) {
    pthread_mutex_lock(&lock);
    if (item) {
        item->busy = 1;
        pthread_cond_wait(&item->gone, &lock);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t t;
    item = malloc(sizeof *item);
    pthread_cond_init(&item->gone, 0);
    item->busy = 0;
    pthread_create(&t, 0, find, 0);
    pthread_mutex_lock(&lock);
    struct item *mine = item;
    item = 0;
    pthread_cond_broadcast(&mine->gone);
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&mine->gone);
    free(mine);
    pthread_join(t, 0);
    return 0;
}
