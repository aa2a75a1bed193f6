// Thread-local storage of main is there until the process ends, and that of a thread while it runs.
#include <pthread.h>
#include <stdlib.h>

static __thread int *mine[2];
int is_set;

static void *t(void *a) {
    mine[1] = malloc(sizeof(int));
    __atomic_store_n(&is_set, 1, __ATOMIC_SEQ_CST);
    for (;;) { }
    return 0;
}

int main(void) {
    pthread_t p;
    mine[0] = malloc(sizeof(int));
    pthread_create(&p, 0, t, 0);
    while (!__atomic_load_n(&is_set, __ATOMIC_SEQ_CST)) { }
    return 0;
}
