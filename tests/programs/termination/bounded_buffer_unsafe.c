/* Two producers, two consumers, and one condition variable for both conditions: a signal may wake the wrong one. */
#include <pthread.h>

#define SIZE 1
extern unsigned __VERIFIER_nondet_uint(void);

static int buffer[SIZE];
static unsigned first, count, total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *producer(void *arg) {
    for (unsigned i = 0; i < total; i++) {
        pthread_mutex_lock(&m);
        while (count == SIZE)
            pthread_cond_wait(&changed, &m);
        buffer[(first + count) % SIZE] = 1;
        count++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

static void *consumer(void *arg) {
    for (unsigned i = 0; i < total; i++) {
        pthread_mutex_lock(&m);
        while (count == 0)
            pthread_cond_wait(&changed, &m);
        first = (first + 1) % SIZE;
        count--;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t p, q, c, d;
    total = 2;
    pthread_create(&p, 0, producer, 0);
    pthread_create(&q, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_create(&d, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    pthread_join(c, 0);
    pthread_join(d, 0);
}
