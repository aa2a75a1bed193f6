// Main gives back a condition variable that a thread is known to wait for: undefined, not a deadlock.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static int waits;

static void *sleeper(void *unused) {
    pthread_mutex_lock(&m);
    waits = 1;
    pthread_cond_wait(c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    int seen;
    c = malloc(sizeof *c);
    if (!c)
        return 0;
    pthread_cond_init(c, 0);
    pthread_create(&t, 0, sleeper, 0);
    pthread_mutex_lock(&m);
    seen = waits;
    pthread_mutex_unlock(&m);
    if (!seen)
        return 0;
    free(c);
    pthread_join(t, 0);
    return 0;
}
