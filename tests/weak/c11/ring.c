// c11: safe
// -DBROKEN c11: unknown race
// one producer, one consumer
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef BROKEN
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
#define N 2
#define ROUNDS 3
int data[N];
atomic_uint head, tail;
void *consumer(void *u) {
  for (unsigned i = 0; i < ROUNDS; i++) {
    while (atomic_load_explicit(&tail, memory_order_acquire) == i)
      ;
    assert(data[i % N] == i + 1);
    atomic_store_explicit(&head, i + 1, RELEASE);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, consumer, 0);
  for (unsigned i = 0; i < ROUNDS; i++) {
    while (i - atomic_load_explicit(&head, memory_order_acquire) == N)
      ;
    data[i % N] = i + 1;
    atomic_store_explicit(&tail, i + 1, memory_order_release);
  }
  pthread_join(t, 0);
}
