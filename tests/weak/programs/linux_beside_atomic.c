// sc: safe, tso: safe, pso: safe, armv8: safe, c11: safe
// -DAFTER sc: safe, tso: safe, pso: safe, armv8: safe, c11: safe
// -DALONE sc: safe, tso: unsafe, pso: unknown, rmo: unknown, armv8: unknown, power: unknown, c11: unknown by itself
// -DFAILING sc: safe, tso: safe, armv8: safe, pso: unknown, c11: unknown by itself
// smp_mb__before_atomic is a fence only beside an atomic operation: on x86 it is nothing at all
#include <assert.h>
#include <linux/atomic.h>
#include <linux/kernel.h>
#include <pthread.h>
int x, y, r[2];
atomic_t count[2];
static void beside(int me) {
#ifdef FAILING
  smp_mb__before_atomic();
  atomic_cmpxchg_relaxed(&count[me], 5, 6);
#elif defined(AFTER)
  atomic_inc(&count[me]);
  smp_mb__after_atomic();
#else
  smp_mb__before_atomic();
#ifndef ALONE
  atomic_inc(&count[me]);
#endif
#endif
}
void *left(void *u) {
  WRITE_ONCE(x, 1);
  beside(0);
  r[0] = READ_ONCE(y);
  return 0;
}
void *right(void *u) {
  WRITE_ONCE(y, 1);
  beside(1);
  r[1] = READ_ONCE(x);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(r[0] || r[1]);
}
