// Each phase writes what the next phase reads.
#include <pthread.h>

static pthread_barrier_t b;
static int a[2], c[2];

static void *worker(void *arg) {
    int id = (int)(long)arg;
    a[id] = id + 1;
    pthread_barrier_wait(&b);
    c[id] = a[1 - id];
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&s, 0, worker, (void *)0);
    pthread_create(&t, 0, worker, (void *)1);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return c[0] + c[1] == 3;
}
