// Different elements are different memory.
#include <pthread.h>

static int v[4];

static void *worker(void *arg) {
    int id = (int)(long)arg;
    v[id]++;
    v[id + 2]++;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, (void *)0);
    pthread_create(&t, 0, worker, (void *)1);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
