// __atomic_exchange_n and __atomic_compare_exchange_n.
#include <pthread.h>
extern void reach_error(void);

static int slot, wins;

static void *worker(void *arg) {
    int none = 0;
    int me = (int)(long)arg;
    if (__atomic_compare_exchange_n(&slot, &none, me, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        __atomic_fetch_add(&wins, 1, __ATOMIC_SEQ_CST);
    else if (none == 0 || none == me)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, (void *)1);
    pthread_create(&t, 0, worker, (void *)2);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (__atomic_exchange_n(&wins, 7, __ATOMIC_SEQ_CST) != 1)
        reach_error();
    return 0;
}
