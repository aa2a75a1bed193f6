// __sync_*_and_fetch give the new value.
#include <pthread.h>
extern void reach_error(void);

static int x;
static int winner;

static void *worker(void *arg) {
    (void)arg;
    if (__sync_add_and_fetch(&x, 1) == 2)
        __sync_sub_and_fetch(&winner, -1);
    if (__sync_add_and_fetch(&x, 0) == 2 && __sync_or_and_fetch(&winner, 0) == 2)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t s, t;
    unsigned y = 12;
    if (__sync_or_and_fetch(&y, 3) != 15 || __sync_and_and_fetch(&y, 6) != 6 || __sync_xor_and_fetch(&y, 5) != 3)
        reach_error();
    if (__sync_nand_and_fetch(&y, 2) != 0xFFFFFFFDu)
        reach_error();
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
