// The last one to drop the reference frees; if an update is lost, nobody does.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct obj { atomic_int refs; int data; };

static void drop(struct obj *o) {
    int left = atomic_load(&o->refs) - 1;
    atomic_store(&o->refs, left);
    if (left == 0)
        free(o);
}

static void *worker(void *arg) {
    drop(arg);
    return 0;
}

int main(void) {
    pthread_t t;
    struct obj *o = malloc(sizeof *o);
    atomic_init(&o->refs, 2);
    o->data = 0;
    pthread_create(&t, 0, worker, o);
    drop(o);
    pthread_join(t, 0);
    o = NULL;
    return o != NULL;
}
