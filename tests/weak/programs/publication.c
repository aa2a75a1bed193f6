// sc: safe, tso: safe, pso: unsafe, armv8: unsafe, rmo: unsafe, power: unsafe
// -DRELEASE sc: safe, tso: safe, pso: safe, armv8: safe, rmo: safe, power: safe
#include <assert.h>
#include <pthread.h>
struct config { int size, limit; } first, *current;
void *reader(void *u) {
  struct config *c = current;
  if (c) {
    assert(c->size == 3);
    assert(c->limit == 7);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  first.size = 3;
  first.limit = 7;
#ifdef RELEASE
  __atomic_store_n(&current, &first, __ATOMIC_RELEASE);
#else
  current = &first;
#endif
  pthread_join(t, 0);
}
