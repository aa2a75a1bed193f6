// Operators on an _Atomic double are one step; a compare-exchange compares bits.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

_Atomic double total;
_Atomic float single = 1;

void *worker(void *p) {
    single = single * 1.5f;
    double old = atomic_load(&total), new;
    do
        new = old + 0.25;
    while (!atomic_compare_exchange_strong(&total, &old, new));
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (total != 0.5 || single != 2.25f)
        reach_error();
    return 0;
}
