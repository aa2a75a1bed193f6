// All accesses are under the lock; main leaves the block without it, which is wrong, but no data race.
#include <pthread.h>

int *shown, seen;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *look(void *arg) {
    pthread_mutex_lock(&lock);
    if (shown)
        seen = *shown;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, look, 0);
    {
        int local;
        pthread_mutex_lock(&lock);
        local = 1;
        shown = &local;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(t, 0);
    return 0;
}
