// Two threads get one heap object, or one each.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    int *p = arg;
    *p += 1;
    return 0;
}

int main(void) {
    pthread_t s, t;
    int *p = malloc(sizeof(int));
    int *q = malloc(sizeof(int));
    *p = *q = 0;
    pthread_create(&s, 0, worker, p);
    pthread_create(&t, 0, worker, p);
    pthread_join(s, 0);
    pthread_join(t, 0);
    free(p);
    free(q);
    return 0;
}
