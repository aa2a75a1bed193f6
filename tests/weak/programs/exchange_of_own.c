// sc: safe, tso: safe, pso: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int own0, own1, x, y;
int a, b;
void *one(void *u) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_exchange_explicit(&own0, 3, memory_order_acq_rel);
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_exchange_explicit(&own1, 3, memory_order_acq_rel);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(t, 0);
  assert(a || b);
}
