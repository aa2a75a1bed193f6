// sc: safe, tso: safe, pso: safe, armv8: safe
// -DRELAXED sc: safe, tso: safe, pso: safe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef RELAXED
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif
atomic_int lock;
int count;
void *run(void *u) {
  int free = 0;
  while (!atomic_compare_exchange_strong_explicit(&lock, &free, 1, ACQUIRE, memory_order_relaxed))
    free = 0;
  count++;
  assert(count == 1);
  count--;
  atomic_store_explicit(&lock, 0, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, run, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
