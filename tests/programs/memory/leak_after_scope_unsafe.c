// The structure that held the only pointer is out of scope, though its thread still runs.
#include <pthread.h>
#include <stdlib.h>

struct box { int *p; };
int is_done;

static void *t(void *a) {
    {
        struct box b;
        b.p = malloc(sizeof(int));
    }
    __atomic_store_n(&is_done, 1, __ATOMIC_SEQ_CST);
    for (;;) { }
    return 0;
}

int main(void) {
    pthread_t p;
    pthread_create(&p, 0, t, 0);
    while (!__atomic_load_n(&is_done, __ATOMIC_SEQ_CST)) { }
    return 0;
}
