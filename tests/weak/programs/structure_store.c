// sc: safe, tso: unknown, pso: unknown
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
typedef struct { int p, q; } pair;   /* 8 bytes: one mov on x86 */
_Atomic pair s;
int x, y, r0, r1;
void *t0(void *u) { pair v = {1, 2}; x = 1; atomic_store_explicit(&s, v, memory_order_relaxed); r0 = y; return 0; }
void *t1(void *u) { pair v = {3, 4}; y = 1; atomic_store_explicit(&s, v, memory_order_relaxed); r1 = x; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0); pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(r0 || r1);
  return 0;
}
