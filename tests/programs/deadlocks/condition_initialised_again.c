// To initialise a condition variable again wakes nobody.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void *wait(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, wait, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_init(&c, 0);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
