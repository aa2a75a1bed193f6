// A compare-and-swap that fails is a read.
#include <pthread.h>

static int state, seen, *first, *second, a, b;

static void *swap(void *arg) {
    int expected = 1;
    __atomic_compare_exchange_n(&state, &expected, 7, 0, 5, 5);
    __sync_bool_compare_and_swap(&state, 3, 4);
    __sync_val_compare_and_swap(&first, &b, &a);
    return 0;
}

int main(void) {
    pthread_t t;
    first = &a;
    pthread_create(&t, 0, swap, 0);
    seen = state;
    second = first;
    pthread_join(t, 0);
    return 0;
}
