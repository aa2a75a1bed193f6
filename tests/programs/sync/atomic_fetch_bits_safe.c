// fetch_or, fetch_and and fetch_xor.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_uint bits = 0x30;

static void *setter(void *arg) {
    (void)arg;
    atomic_fetch_or(&bits, 0x01);
    atomic_fetch_xor(&bits, 0x02);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, setter, 0);
    if ((atomic_fetch_and(&bits, ~0x10u) & 0x10) != 0x10)
        reach_error();
    pthread_join(t, 0);
    if (atomic_fetch_xor(&bits, 0x23) != 0x23 || bits != 0)
        reach_error();
    return 0;
}
