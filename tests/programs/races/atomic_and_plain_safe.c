// An atomic access races with a plain one to the same place.
#include <pthread.h>
#include <stdatomic.h>

static int x;

static void *worker(void *arg) {
    (void)arg;
    __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void) {
    pthread_t t;
    int seen;
    pthread_create(&t, 0, worker, 0);
    seen = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    pthread_join(t, 0);
    return seen;
}
