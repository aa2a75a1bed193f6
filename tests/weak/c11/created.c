// c11: safe
// -DBROKEN c11: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
// who is created knows
atomic_int x;
void *run(void *u) {
  assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
  return 0;
}
int main(void) {
  pthread_t t;
#ifndef BROKEN
  atomic_store_explicit(&x, 1, memory_order_relaxed);
#endif
  pthread_create(&t, 0, run, 0);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
}
