// Locals of a thread that still runs hold the objects: an array, and a structure whose address is known to others.
#include <pthread.h>
#include <stdlib.h>

struct box { int *p; } *seen;
int is_done;

static void *t(void *a) {
    int *table[3];
    struct box b;
    table[2] = malloc(sizeof(int));
    b.p = malloc(sizeof(int));
    seen = &b;
    seen = 0;
    __atomic_store_n(&is_done, 1, __ATOMIC_SEQ_CST);
    for (;;) { }
    return table[2];
}

int main(void) {
    pthread_t p;
    pthread_create(&p, 0, t, 0);
    while (!__atomic_load_n(&is_done, __ATOMIC_SEQ_CST)) { }
    return 0;
}
