// A compare-exchange that fails acquires although one that succeeds does not: compilers for ARMv8 take one order for both.
// armv8: safe, c11: safe, tso: safe, power: unknown orders more if it fails
// -DRELAXED armv8: safe, c11: safe, rmo: unknown orders more if it fails
// -DWEAK armv8: unsafe, c11: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#if defined RELAXED
#define SUCCEEDS memory_order_relaxed
#define FAILS memory_order_acquire
#elif defined WEAK
#define SUCCEEDS memory_order_release
#define FAILS memory_order_relaxed
#else
#define SUCCEEDS memory_order_release
#define FAILS memory_order_acquire
#endif

atomic_int flag, data;

void *writer(void *arg) {
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_release);
    return 0;
}
void *reader(void *arg) {
    int expected = 0;
    if (!atomic_compare_exchange_strong_explicit(&flag, &expected, 2, SUCCEEDS, FAILS))
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
    return 0;
}
int main(void) {
    pthread_t w, r;
    pthread_create(&w, 0, writer, 0);
    pthread_create(&r, 0, reader, 0);
    pthread_join(w, 0);
    pthread_join(r, 0);
}
