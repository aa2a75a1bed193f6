// sc: safe, tso: safe, pso: safe, armv8: safe, power: unknown
// -DRELAXED sc: safe, tso: safe, pso: unsafe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef RELAXED
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
struct node { int value; struct node *next; } nodes[2];
_Atomic(struct node *) top;
void *push(void *argument) {
  struct node *n = &nodes[(long)argument];
  n->value = 1;
  struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
  do
    n->next = old;
  while (!atomic_compare_exchange_strong_explicit(&top, &old, n, RELEASE, memory_order_relaxed));
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&t[i], 0, push, (void *)i);
  struct node *n = atomic_load_explicit(&top, memory_order_acquire);
  if (n) {
    assert(n->value == 1);
    if (n->next)
      assert(n->next->value == 1);
  }
}
