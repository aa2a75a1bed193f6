// The wait gives the mutex back while it waits, and holds it again afterwards.
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int stage, inside;

static void *waiter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    while (stage == 0)
        pthread_cond_wait(&c, &m);
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    pthread_mutex_lock(&m);
    stage = 1;
    pthread_mutex_unlock(&m);
    inside++;
    pthread_cond_signal(&c);
    inside--;
    pthread_join(t, 0);
    return 0;
}
