// Several instances of one thread, each with its own argument.
#include <pthread.h>
extern void reach_error(void);

static int slot[3], sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    int id = (int)(long)arg;
    slot[id] = id + 1;
    sum += slot[id];
    return 0;
}

int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    if (sum != 6)
        reach_error();
    (void)m;
    return 0;
}
