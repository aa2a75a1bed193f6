// c11: unknown none was found if there are fewer
// a place that is accessed by seq_cst and otherwise: RC11 forbids the violation, the machine does not see why
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int left, right, entered;
void *one(void *u) {
  atomic_store(&left, 1);
  if (!atomic_load(&right))
    atomic_fetch_add_explicit(&entered, 1, memory_order_relaxed);
  return 0;
}
void *other(void *u) {
  atomic_store(&right, 1);
  if (!atomic_load(&left))
    atomic_fetch_add_explicit(&entered, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, one, 0);
  pthread_create(&t[1], 0, other, 0);
  int seen = atomic_load_explicit(&left, memory_order_relaxed) + atomic_load_explicit(&right, memory_order_relaxed);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(atomic_load_explicit(&entered, memory_order_relaxed) < 2);
}
