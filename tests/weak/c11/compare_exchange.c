// c11: safe
// -DBROKEN c11: unknown race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
// what fails has an order of its own
#ifdef BROKEN
#define FAILS memory_order_relaxed
#else
#define FAILS memory_order_acquire
#endif
atomic_int state;
int data;
void *sender(void *u) {
  data = 1;
  atomic_store_explicit(&state, 1, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t t;
  int expected = 0;
  pthread_create(&t, 0, sender, 0);
  if (!atomic_compare_exchange_strong_explicit(&state, &expected, 2, memory_order_acq_rel, FAILS))
    assert(data == 1);
  pthread_join(t, 0);
}
