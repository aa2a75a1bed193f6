// sc: safe, tso: safe, pso: safe, armv8: safe, rmo: safe, power: safe
// -DWITHOUT sc: safe, tso: safe, pso: safe, armv8: unsafe, rmo: unsafe, power: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WITHOUT
#define READS
#else
#define READS atomic_thread_fence(memory_order_acquire)
#endif
atomic_int seq, a, b;
#define GET(v, order) atomic_load_explicit(&v, memory_order_##order)
#define PUT(v, n, order) atomic_store_explicit(&v, n, memory_order_##order)
void *reader(void *u) {
  int before, x, y;
  before = GET(seq, acquire);
  x = GET(a, relaxed);
  y = GET(b, relaxed);
  READS;
  if (before % 2 == 0 && GET(seq, relaxed) == before)
    assert(x == y);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  PUT(seq, 1, relaxed);
  atomic_thread_fence(memory_order_release);
  PUT(a, 1, relaxed);
  PUT(b, 1, relaxed);
  PUT(seq, 2, release);
  pthread_join(t, 0);
}
