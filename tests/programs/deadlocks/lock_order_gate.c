// Opposite orders are harmless under a common outer lock.
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *worker(void *arg) {
    int id = (int)(long)arg;
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&m[id]);
    pthread_mutex_lock(&m[1 - id]);
    pthread_mutex_unlock(&gate);
    pthread_mutex_unlock(&m[1 - id]);
    pthread_mutex_unlock(&m[id]);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, (void *)0);
    pthread_create(&t, 0, worker, (void *)1);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
