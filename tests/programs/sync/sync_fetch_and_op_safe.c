// __sync_fetch_and_* give the old value.
#include <pthread.h>
extern void reach_error(void);

static int x = 12;

static void *worker(void *arg) {
    (void)arg;
    if (__sync_fetch_and_add(&x, 4) < 10)
        reach_error();
    __sync_fetch_and_sub(&x, 4);
    return 0;
}

int main(void) {
    pthread_t s, t;
    int y = 12;
    if (__sync_fetch_and_or(&y, 3) != 12 || __sync_fetch_and_and(&y, 6) != 15 || __sync_fetch_and_xor(&y, 5) != 6)
        reach_error();
    if (__sync_fetch_and_nand(&y, 2) != 3 || y != -3)
        reach_error();
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (__sync_fetch_and_add(&x, 0) != 12)
        reach_error();
    return 0;
}
