// The reader tries again if the sequence number is odd or has changed.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_uint seq;
static atomic_int x, y;

static void *writer(void *arg) {
    (void)arg;
    atomic_fetch_add(&seq, 1);
    atomic_store(&x, 1);
    atomic_store(&y, 1);
    atomic_fetch_add(&seq, 1);
    return 0;
}

int main(void) {
    pthread_t t;
    unsigned before;
    int a, b;
    pthread_create(&t, 0, writer, 0);
    do {
        before = atomic_load(&seq);
        a = atomic_load(&x);
        b = atomic_load(&y);
    } while (before % 2 != 0 || atomic_load(&seq) != before);
    if (a != b)
        reach_error();
    pthread_join(t, 0);
    return 0;
}
