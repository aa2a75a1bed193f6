// A thread allocates; nobody frees what it returns.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    int *res = malloc(sizeof *res);
    (void)arg;
    *res = 4;
    return res;
}

int main(void) {
    pthread_t t;
    void *res = NULL;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, &res);
    res = NULL;
    return 0;
}
