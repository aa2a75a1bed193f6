// sc: safe, tso: safe, pso: unsafe, armv8: unsafe
// -DSEQ_CST sc: safe, tso: safe, pso: safe
// a compare-exchange that fails is a load: no store before comes before that
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef SEQ_CST
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_acq_rel
#endif
atomic_int x, y, own[2];
int r0, r1;
static inline void fence(int me) {
  int other = 5;
  atomic_compare_exchange_strong_explicit(&own[me], &other, 6, ORDER, memory_order_relaxed);
}
void *left(void *u) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  fence(0);
  r0 = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}
void *right(void *u) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  fence(1);
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
