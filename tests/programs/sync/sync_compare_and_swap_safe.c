// __sync_bool_compare_and_swap and __sync_val_compare_and_swap.
#include <pthread.h>
extern void reach_error(void);

static int owner, x;

static void *worker(void *arg) {
    int me = (int)(long)arg;
    while (!__sync_bool_compare_and_swap(&owner, 0, me))
        ;
    x++;
    if (__sync_val_compare_and_swap(&owner, me, 0) != me)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, (void *)1);
    pthread_create(&t, 0, worker, (void *)2);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (x != 2)
        reach_error();
    return 0;
}
