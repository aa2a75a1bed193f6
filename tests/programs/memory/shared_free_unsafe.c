// Two threads decide to free the same object.
#include <pthread.h>
#include <stdlib.h>

static int *p;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    int *mine;
    (void)arg;
    pthread_mutex_lock(&m);
    mine = p;
    pthread_mutex_unlock(&m);
    free(mine);
    return 0;
}

int main(void) {
    pthread_t s, t;
    p = malloc(sizeof(int));
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
