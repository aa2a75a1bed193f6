// __atomic_fetch_* give the old value, __atomic_*_fetch the new one.
#include <pthread.h>
extern void reach_error(void);

static int x;

static void *worker(void *arg) {
    (void)arg;
    int old = __atomic_fetch_add(&x, 2, __ATOMIC_SEQ_CST);
    (void)old;
    int now = __atomic_sub_fetch(&x, 1, __ATOMIC_SEQ_CST);
    if (now != old + 1)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t s, t;
    unsigned y = 12;
    if (__atomic_fetch_or(&y, 3, __ATOMIC_SEQ_CST) != 12 || __atomic_and_fetch(&y, 6, __ATOMIC_SEQ_CST) != 6)
        reach_error();
    if (__atomic_xor_fetch(&y, 5, __ATOMIC_SEQ_CST) != 3 || __atomic_fetch_sub(&y, 1, __ATOMIC_SEQ_CST) != 3)
        reach_error();
    if (__atomic_fetch_and(&y, 3, __ATOMIC_SEQ_CST) != 2 || __atomic_or_fetch(&y, 8, __ATOMIC_SEQ_CST) != 10)
        reach_error();
    if (__atomic_fetch_xor(&y, 10, __ATOMIC_SEQ_CST) != 10 || __atomic_add_fetch(&y, 4, __ATOMIC_SEQ_CST) != 4)
        reach_error();
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (x != 2)
        reach_error();
    return 0;
}
