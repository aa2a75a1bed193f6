// c11: safe
// -DBROKEN c11: unsafe
// Boehm, Can seqlocks get along with programming language memory models? (MSPC 2012)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_uint seq;
atomic_int a, b;
void *writer(void *u) {
  unsigned s = atomic_load_explicit(&seq, memory_order_relaxed);
  atomic_store_explicit(&seq, s + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&a, 1, memory_order_relaxed);
  atomic_store_explicit(&b, 1, memory_order_relaxed);
  atomic_store_explicit(&seq, s + 2, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  unsigned before = atomic_load_explicit(&seq, memory_order_acquire);
  int x = atomic_load_explicit(&a, memory_order_relaxed);
  int y = atomic_load_explicit(&b, memory_order_relaxed);
#ifndef BROKEN
  atomic_thread_fence(memory_order_acquire);
#endif
  unsigned after = atomic_load_explicit(&seq, memory_order_relaxed);
  if (before == after && before % 2 == 0)
    assert(x == y);
  pthread_join(t, 0);
}
