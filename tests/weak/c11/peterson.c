// c11: safe
// -DBROKEN c11: unknown race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef BROKEN
#define STORE memory_order_release
#else
#define STORE memory_order_seq_cst
#endif
atomic_int wants[2], turn;
int count;
void enter(int me) {
  atomic_store_explicit(&wants[me], 1, STORE);
  atomic_store(&turn, 1 - me);
  while (atomic_load(&wants[1 - me]) && atomic_load(&turn) == 1 - me)
    ;
  count++;
  atomic_store(&wants[me], 0);
}
void *other(void *u) {
  enter(1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  enter(0);
  pthread_join(t, 0);
  assert(count == 2);
}
