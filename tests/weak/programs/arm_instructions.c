// -DADD_BOTH sc: safe, armv8: unknown
// -DSWAP_BOTH sc: safe, armv8: unknown
// -DADD_RELEASE sc: safe, armv8: unsafe
// -DCOMPARE sc: safe, armv8: unknown
// -DADD_TO_NOTHING sc: safe, armv8: unknown
// -DONE_PROCESSOR sc: safe, armv8: unknown
// one instruction that acquires and releases is more than both; without a result there is nothing to acquire
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int own[2], r0, r1;
static inline void between(int *p) {
  int old = 0;
#ifdef ADD_BOTH
  __asm__ volatile("ldaddal %w2, %w0, %1" : "=&r"(old), "+Q"(*p) : "r"(1) : "memory");
#elif defined(SWAP_BOTH)
  __asm__ volatile("swpal %w2, %w0, %1" : "=&r"(old), "+Q"(*p) : "r"(1) : "memory");
#elif defined(ADD_RELEASE)
  __asm__ volatile("ldaddl %w2, %w0, %1" : "=&r"(old), "+Q"(*p) : "r"(1) : "memory");
#elif defined(COMPARE)
  __asm__ volatile("casal %w0, %w2, %1" : "+&r"(old), "+Q"(*p) : "r"(1) : "memory");
#elif defined(ADD_TO_NOTHING)
  __asm__ volatile("ldaddal %w1, wzr, %0" : "+Q"(*p) : "r"(1) : "memory");
#elif defined(ONE_PROCESSOR)
  __asm__ volatile("dmb nsh" : : : "memory");
#endif
}
void *left(void *u) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  between(&own[0]);
  r0 = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}
void *right(void *u) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  between(&own[1]);
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
