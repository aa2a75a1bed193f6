// __atomic_load_n and __atomic_store_n, and the generic forms.
#include <pthread.h>
extern void reach_error(void);

static int flag, data;

static void *sender(void *arg) {
    int one = 1;
    (void)arg;
    __atomic_store(&flag, &one, __ATOMIC_SEQ_CST);
    data = 5;
    return 0;
}

int main(void) {
    pthread_t t;
    int seen;
    pthread_create(&t, 0, sender, 0);
    __atomic_load(&flag, &seen, __ATOMIC_SEQ_CST);
    if (seen && data != 5)
        reach_error();
    pthread_join(t, 0);
    __atomic_store_n(&flag, 9, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&flag, __ATOMIC_SEQ_CST) != 9)
        reach_error();
    return 0;
}
