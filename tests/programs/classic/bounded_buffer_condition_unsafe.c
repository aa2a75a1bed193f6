// Two consumers and one producer with a condition variable; an if instead of a while takes from nothing.
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    if (items == 0)
        pthread_cond_wait(&c, &m);
    if (items == 0)
        reach_error();
    items--;
    pthread_mutex_unlock(&m);
    return 0;
}

static void put(void) {
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, consumer, 0);
    pthread_create(&b, 0, consumer, 0);
    put();
    put();
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
