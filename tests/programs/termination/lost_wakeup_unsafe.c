/* The state is checked before the lock is taken: the signal may come in between, and nobody sends another one. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
    if (!ready) {
        pthread_mutex_lock(&m);
        pthread_cond_wait(&c, &m);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_join(t, 0);
}
