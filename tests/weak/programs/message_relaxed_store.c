// sc: safe, tso: safe, pso: unsafe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef RELEASE
#define RELEASE memory_order_relaxed
#endif
#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif
int data;
atomic_int flag;
void *writer(void *u) {
  data = 1;
  atomic_store_explicit(&flag, 1, RELEASE);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  while (!atomic_load_explicit(&flag, ACQUIRE))
    ;
  assert(data == 1);
}
