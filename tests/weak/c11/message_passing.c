// c11: safe
// -DBROKEN c11: unknown race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef BROKEN
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
int data;
atomic_int ready;
void *sender(void *u) {
  data = 42;
  atomic_store_explicit(&ready, 1, RELEASE);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  while (!atomic_load_explicit(&ready, memory_order_acquire))
    ;
  assert(data == 42);
  pthread_join(t, 0);
}
