// The static initialiser for recursive mutexes (GNU), used through a recursive function.
#define _GNU_SOURCE
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int x;

static void add(int n) {
    pthread_mutex_lock(&m);
    x++;
    if (n > 0)
        add(n - 1);
    pthread_mutex_unlock(&m);
}

static void *worker(void *arg) {
    (void)arg;
    add(1);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    add(2);
    pthread_join(t, 0);
    if (x != 4)
        reach_error();
    return 0;
}
