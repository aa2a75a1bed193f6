// sc: safe, tso: safe, pso: safe, armv8: safe, rmo: safe, power: safe
// -DRELAXED_LOAD sc: safe, tso: safe, pso: safe, armv8: unsafe, rmo: unsafe, power: unsafe
// -DRELAXED_STORE sc: safe, tso: safe, pso: unsafe, armv8: unsafe
// -DISHST sc: safe, tso: safe, pso: safe, armv8: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#if defined(RELAXED_STORE) || defined(ISHST)
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
#ifdef RELAXED_LOAD
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif
int data;
atomic_int flag;
void *writer(void *u) {
  data = 1;
#ifdef ISHST
  __asm__ volatile("dmb ishst" ::: "memory");
#endif
  atomic_store_explicit(&flag, 1, RELEASE);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  while (!atomic_load_explicit(&flag, ACQUIRE))
    ;
  assert(data == 1);
}
