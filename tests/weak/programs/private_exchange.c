// -DLOCAL sc: safe, tso: safe, pso: safe, power: safe
// -DHEAP sc: safe, tso: safe, pso: safe, power: safe
// -DOF_THREAD sc: safe, tso: safe, pso: safe, armv8: unknown
// -DASSEMBLY sc: safe, tso: safe
// -DCOUNTED sc: safe, tso: safe, pso: safe
// -DSTORE sc: safe, tso: unknown, armv8: unknown
// -DRELAXED sc: safe, tso: safe, pso: unsafe, armv8: unsafe
// an exchange is a fence, whatever is exchanged
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int x, y;
int r0, r1;
_Thread_local int mine;
static inline void fence(void) {
#ifdef LOCAL
  int own = 0;
  __atomic_exchange_n(&own, 1, __ATOMIC_SEQ_CST);
#elif defined(HEAP)
  int *own = malloc(sizeof *own);
  *own = 0;
  __atomic_exchange_n(own, 1, __ATOMIC_SEQ_CST);
#elif defined(OF_THREAD)
  __atomic_exchange_n(&mine, 1, __ATOMIC_SEQ_CST);
#elif defined(ASSEMBLY)
  int own = 0, other = 1;
  __asm__ volatile("xchgl %0, %1" : "+r"(other), "+m"(own) : : "memory");
#elif defined(COUNTED)
  _Atomic int own = 0;
  own++;
#elif defined(STORE)
  _Atomic int own;
  own = 1;
#elif defined(RELAXED)
  int own = 0;
  __atomic_exchange_n(&own, 1, __ATOMIC_RELAXED);
#endif
}
void *left(void *u) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  fence();
  r0 = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}
void *right(void *u) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  fence();
  r1 = atomic_load_explicit(&x, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(r0 || r1);
}
