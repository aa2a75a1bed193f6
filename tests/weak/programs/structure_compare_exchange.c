// sc: safe, tso: safe, pso: safe
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
typedef struct { int p, q; } pair;
_Atomic pair s0, s1;   /* lock cmpxchg8b/cmpxchg: drains, whether it succeeds or not; and it is seq_cst */
int x, y, r0, r1;
void *t0(void *u) { pair v = {1, 2}, w = {5, 6}; x = 1; atomic_compare_exchange_strong(&s0, &v, w); r0 = y; return 0; }
void *t1(void *u) { pair v = {1, 2}, w = {5, 6}; y = 1; atomic_compare_exchange_strong(&s1, &v, w); r1 = x; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0); pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(r0 || r1);
  return 0;
}
