// c11: unknown race
// -DSTORE_LAST c11: unknown race
// -DLOADS c11: safe
// -DORDERED c11: safe
// an object that is accessed by atomic operations and by others: reads race with atomic stores, not with atomic loads
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef ORDERED
#define TOLD memory_order_release
#else
#define TOLD memory_order_relaxed
#endif
int x;
atomic_int flag;
void *first(void *u) {
#ifdef STORE_LAST
  int seen = x;
  assert(!seen);
#elif defined(LOADS)
  int seen = __atomic_load_n(&x, __ATOMIC_RELAXED);
#else
  __atomic_store_n(&x, 1, __ATOMIC_RELAXED);
#endif
  atomic_store_explicit(&flag, 1, TOLD);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire)) {
#ifdef STORE_LAST
    __atomic_store_n(&x, 1, __ATOMIC_RELAXED);
#else
    int seen = x;
    assert(seen < 2);
#endif
  }
  pthread_join(t, 0);
}
