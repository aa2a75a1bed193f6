// Whoever takes the object out of the slot owns it.
#include <pthread.h>
#include <stdatomic.h>

static int obj;
static int *_Atomic slot;

static void *worker(void *arg) {
    (void)arg;
    int *p = atomic_exchange(&slot, (int *)0);
    if (p)
        *p += 1;
    return 0;
}

int main(void) {
    pthread_t s, t;
    slot = &obj;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
