// c11: safe
// -DBROKEN c11: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef BROKEN
#define FENCE memory_order_acq_rel
#else
#define FENCE memory_order_seq_cst
#endif
atomic_int left, right, inside;
void enter(atomic_int *mine, atomic_int *theirs) {
  atomic_store_explicit(mine, 1, memory_order_relaxed);
  atomic_thread_fence(FENCE);
  if (!atomic_load_explicit(theirs, memory_order_relaxed))
    atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed);
}
void *one(void *u) {
  enter(&left, &right);
  return 0;
}
void *other(void *u) {
  enter(&right, &left);
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, one, 0);
  pthread_create(&t[1], 0, other, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(atomic_load_explicit(&inside, memory_order_relaxed) < 2);
}
