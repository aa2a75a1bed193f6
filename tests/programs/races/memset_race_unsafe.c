// memset writes every byte of its range.
#include <pthread.h>
#include <string.h>

static int v[4];

static void *worker(void *arg) {
    (void)arg;
    v[2] = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    memset(v, 0, 3 * sizeof(int));
    pthread_join(t, 0);
    return 0;
}
