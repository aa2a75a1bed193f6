// c11: safe
// who joins a thread will know what it knows, and may not read what is older
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *run(void *u) {
  for (int i = 1; i <= 9; i++)
    atomic_store_explicit(&x, i, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t[2];
  int first = 0;
  pthread_create(&t[first], 0, run, 0);
  pthread_join(t[first], 0);
  assert(atomic_load_explicit(&x, memory_order_relaxed) == 9);
}
