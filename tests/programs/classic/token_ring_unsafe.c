// Whoever has the token may work, then passes it on.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int token, busy;

static void *worker(void *arg) {
    int me = (int)(long)arg;
    while (atomic_load(&token) != me)
        ;
    atomic_store(&token, me + 1);
    if (atomic_exchange(&busy, 1))
        reach_error();
    atomic_store(&busy, 0);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, (void *)1);
    pthread_create(&b, 0, worker, (void *)2);
    worker(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
