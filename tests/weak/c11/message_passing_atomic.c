// c11: safe
// -DBROKEN c11: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef BROKEN
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif
atomic_int data, ready;
void *sender(void *u) {
  atomic_store_explicit(&data, 42, memory_order_relaxed);
  atomic_store_explicit(&ready, 1, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  if (atomic_load_explicit(&ready, ACQUIRE))
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 42);
  pthread_join(t, 0);
}
