// sc: safe, tso: unknown, pso: unknown
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x, y; int r0, r1;
static void store(atomic_int *p, int v, memory_order o) { atomic_store_explicit(p, v, o); }
void *t0(void *u) { store(&x, 1, memory_order_seq_cst); r0 = atomic_load(&y); return 0; }
void *t1(void *u) { store(&y, 1, memory_order_seq_cst); r1 = atomic_load(&x); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0); pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(r0 || r1);
  return 0;
}
