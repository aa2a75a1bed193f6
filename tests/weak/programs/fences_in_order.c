// sc: safe, tso: safe, pso: safe, armv8: safe
// -DSTORES sc: safe, tso: unsafe, armv8: unsafe
// -DLOOP sc: safe, tso: safe, armv8: unsafe
// fences in assembly, one after the other, keep together what each of them keeps; those in loops of ARM are what they say
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int z;
int r[2];
static inline void fence(void) {
#ifdef STORES
  __asm__ volatile("dmb ishst\n\tdmb ishld" ::: "memory");
#elif defined(LOOP)
  int old, failed;
  __asm__ volatile("1: ldxr %w0, %2\n\tadd %w0, %w0, #1\n\tstxr %w1, %w0, %2\n\tcbnz %w1, 1b\n\tdmb ishst"
                   : "=&r"(old), "=&r"(failed), "+Q"(z) : : "memory");
#else
  __asm__ volatile("dmb ishst\n\tdmb ish" ::: "memory");
#endif
}
void *left(void *u) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  fence();
  r[0] = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}
void *right(void *u) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  fence();
  r[1] = atomic_load_explicit(&x, memory_order_relaxed);
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
