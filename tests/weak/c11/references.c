// c11: safe
// -DBROKEN c11: unknown race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
// who lets go last cleans up
atomic_int references = 2;
int data;
void release(void) {
  if (atomic_fetch_sub_explicit(&references, 1, memory_order_release) == 1) {
#ifndef BROKEN
    atomic_thread_fence(memory_order_acquire);
#endif
    data = 0;
  }
}
void *user(void *u) {
  int seen = data;
  release();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, user, 0);
  int seen = data;
  release();
  pthread_join(t, 0);
  assert(data == 0);
}
