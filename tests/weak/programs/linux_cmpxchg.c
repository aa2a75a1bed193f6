// sc: safe, tso: safe, pso: safe, armv8: safe
// -DFAILS sc: safe, tso: safe, armv8: unsafe
// -DRELAXED sc: safe, tso: safe, armv8: unsafe
// -DTRY sc: safe, tso: safe, pso: safe, armv8: safe
// -DADD_UNLESS sc: safe, tso: safe, pso: safe, armv8: safe
// -DLOCAL sc: safe, tso: unknown, armv8: unknown
// cmpxchg is a full barrier if it succeeds; if it does not, it is a load
#include <assert.h>
#include <linux/atomic.h>
#include <linux/kernel.h>
#include <pthread.h>
int x, y, r[2];
atomic_t count[2];
static void between(int me) {
#ifdef FAILS
  atomic_cmpxchg(&count[me], 5, 6);
#elif defined(RELAXED)
  atomic_cmpxchg_relaxed(&count[me], 0, 6);
#elif defined(LOCAL)
  cmpxchg_local(&count[me].counter, 0, 6);
#elif defined(TRY)
  int old = 0;
  atomic_try_cmpxchg(&count[me], &old, 6);
#elif defined(ADD_UNLESS)
  atomic_add_unless(&count[me], 1, 5);
#else
  atomic_cmpxchg(&count[me], 0, 6);
#endif
}
void *left(void *u) {
  WRITE_ONCE(x, 1);
  between(0);
  r[0] = READ_ONCE(y);
  return 0;
}
void *right(void *u) {
  WRITE_ONCE(y, 1);
  between(1);
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
