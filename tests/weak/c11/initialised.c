// c11: safe
// -DBROKEN c11: unknown race
// what is initialised by an access that is not atomic, before it is published
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef BROKEN
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif
struct counter {
  atomic_int value;
};
_Atomic(struct counter *) shared;
void *user(void *u) {
  struct counter *c = atomic_load_explicit(&shared, memory_order_acquire);
  if (c)
    assert(atomic_fetch_add_explicit(&c->value, 1, memory_order_relaxed) >= 5);
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, user, 0);
  pthread_create(&t[1], 0, user, 0);
  struct counter *c = malloc(sizeof *c);
  atomic_init(&c->value, 5);
  atomic_store_explicit(&shared, c, PUBLISH);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
