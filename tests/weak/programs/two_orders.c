// sc: safe, tso: safe, pso: safe
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
int data; atomic_int flag; int seen, r = 1;
void *t0(void *u) { int e = 0; data = 1;
  atomic_compare_exchange_strong_explicit(&flag, &e, 1, memory_order_seq_cst, memory_order_relaxed); return 0; }
void *t1(void *u) { if (atomic_load_explicit(&flag, memory_order_acquire)) r = data; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0); pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(r);
  return 0;
}
