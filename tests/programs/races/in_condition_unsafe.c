// A read in a loop condition counts.
#include <pthread.h>

static int n = 2;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    n--;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    int rounds = 0, left;
    pthread_create(&t, 0, worker, 0);
    do {
        pthread_mutex_lock(&m);
        left = n;
        pthread_mutex_unlock(&m);
        rounds++;
    } while (rounds < 2 && n > 1);
    pthread_join(t, 0);
    return left;
}
