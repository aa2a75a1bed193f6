// c11: safe
// -DBROKEN c11: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
// who joins knows
atomic_int count;
void *run(void *u) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, run, 0);
  pthread_create(&t[1], 0, run, 0);
  pthread_join(t[0], 0);
#ifndef BROKEN
  pthread_join(t[1], 0);
#endif
  assert(atomic_load_explicit(&count, memory_order_relaxed) == 2);
}
