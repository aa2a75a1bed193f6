// c11: safe
// -DBROKEN c11: unknown race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef BROKEN
#define STORE memory_order_release
#define LOAD memory_order_acquire
#else
#define STORE memory_order_seq_cst
#define LOAD memory_order_seq_cst
#endif
atomic_int left, right;
int inside;
void *one(void *u) {
  atomic_store_explicit(&left, 1, STORE);
  if (!atomic_load_explicit(&right, LOAD))
    inside++;
  return 0;
}
void *other(void *u) {
  atomic_store_explicit(&right, 1, STORE);
  if (!atomic_load_explicit(&left, LOAD))
    inside++;
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, one, 0);
  pthread_create(&t[1], 0, other, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(inside < 2);
}
