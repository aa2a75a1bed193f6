// A cycle of three threads and three locks.
#include <pthread.h>

static pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void both(int i, int j) {
    pthread_mutex_lock(&m[i]);
    pthread_mutex_lock(&m[j]);
    pthread_mutex_unlock(&m[j]);
    pthread_mutex_unlock(&m[i]);
}

static void *first(void *arg) {
    (void)arg;
    both(0, 1);
    return 0;
}

static void *second(void *arg) {
    (void)arg;
    both(1, 2);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    both(0, 2);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
