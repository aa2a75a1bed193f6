// sc: safe, tso: safe, pso: safe, armv8: safe
// -DLATE_LOAD sc: safe, tso: safe, pso: safe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef LATE_LOAD // (the load of what is taken may be later than the store to head)
#define TAKEN memory_order_relaxed
#else
#define TAKEN memory_order_release
#endif
#define N 2
int data[N];
atomic_uint head, tail;
void *consumer(void *u) {
  for (int i = 1; i <= 3; i++) {
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    while (atomic_load_explicit(&tail, memory_order_acquire) == h)
      ;
    int got = data[h % N];
    atomic_store_explicit(&head, h + 1, TAKEN);
    assert(got == i);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, consumer, 0);
  for (int i = 1; i <= 3; i++) {
    unsigned n = atomic_load_explicit(&tail, memory_order_relaxed);
    while (n - atomic_load_explicit(&head, memory_order_acquire) == N)
      ;
    data[n % N] = i;
    atomic_store_explicit(&tail, n + 1, memory_order_release);
  }
  pthread_join(t, 0);
}
