// sc: safe, tso: safe, armv8: unknown, rmo: unknown, power: unknown
// -DWHOLE sc: safe, tso: safe, pso: safe, armv8: unknown, power: unknown
// -DALONE sc: safe, tso: safe, pso: safe, armv8: safe, rmo: safe, power: safe
// an atomic operation on a structure may change places with others, as one on a number may
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WHOLE
#define BETWEEN atomic_thread_fence(memory_order_seq_cst)
#else
#define BETWEEN
#endif
struct pair {
  int first, second;
};
_Atomic struct pair both;
atomic_int x;
int seen;
void *writer(void *u) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
#ifndef ALONE
  struct pair one = {1, 1};
  atomic_store_explicit(&both, one, memory_order_relaxed);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  struct pair p = atomic_load_explicit(&both, memory_order_relaxed);
  BETWEEN;
  seen = atomic_load_explicit(&x, memory_order_relaxed);
  assert(!p.first || seen);
}
