// sc: safe, tso: safe, armv8: unsafe
// -DLOAD=atomic_thread_fence sc: safe, tso: safe, armv8: safe
// -DSPECIFIC sc: safe, tso: safe, armv8: unsafe
// a load that acquires keeps what is behind it, not what is before it
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, alone;
pthread_key_t key;
#ifndef LOAD
#define LOAD(order) atomic_load_explicit(&alone, order)
#endif
void *writer(void *u) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int first = atomic_load_explicit(&y, memory_order_relaxed);
#ifdef SPECIFIC
  pthread_getspecific(key);
#else
  LOAD(memory_order_acquire);
#endif
  int second = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(t, 0);
  assert(!first || second);
}
