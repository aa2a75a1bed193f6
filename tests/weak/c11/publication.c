// c11: safe
// -DBROKEN c11: unknown race
// as RCU does: a new version is written, then published; readers follow the pointer
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef BROKEN
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif
struct config {
  int low, high;
};
struct config first = {1, 2}, second;
_Atomic(struct config *) current = &first;
void *reader(void *u) {
  struct config *c = atomic_load_explicit(&current, memory_order_consume);
  assert(c->low < c->high);
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, reader, 0);
  second.low = 3;
  second.high = 4;
  atomic_store_explicit(&current, &second, PUBLISH);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
