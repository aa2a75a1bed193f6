// Inner lock released early: the outer one still protects, the inner one alone does not.
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    pthread_mutex_unlock(&inner);
    x++;
    pthread_mutex_unlock(&outer);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&outer);
    x++;
    pthread_mutex_unlock(&outer);
    pthread_join(t, 0);
    return 0;
}
