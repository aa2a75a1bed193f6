// An array of mutexes, one per cell; the index is computed.
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int cell[2];

static void *worker(void *arg) {
    int id = (int)(long)arg;
    int at = (id + 1) % 2;
    pthread_mutex_lock(&m[at]);
    cell[at]++;
    pthread_mutex_unlock(&m[at]);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, (void *)1);
    pthread_create(&t, 0, worker, (void *)3);
    pthread_mutex_lock(&m[0]);
    cell[0]++;
    pthread_mutex_unlock(&m[0]);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (cell[0] != 3 || cell[1] != 0)
        reach_error();
    return 0;
}
