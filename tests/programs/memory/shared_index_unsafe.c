// The index is tested and changed by another thread before it is used.
#include <pthread.h>

static int v[2];
static int i;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *bump(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    i++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, bump, 0);
    pthread_create(&t, 0, bump, 0);
    if (i < 2)
        v[i] = 1;
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
