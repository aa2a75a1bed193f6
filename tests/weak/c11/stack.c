// c11: safe
// -DBROKEN c11: unknown race
// Treiber's stack; nodes are not used again
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#ifdef BROKEN
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
struct node {
  int value;
  struct node *next;
};
struct node nodes[2];
_Atomic(struct node *) top;
void push(struct node *n, int value) {
  n->value = value;
  struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
  do
    n->next = old;
  while (!atomic_compare_exchange_strong_explicit(&top, &old, n, RELEASE, memory_order_relaxed));
}
struct node *pop(void) {
  struct node *old = atomic_load_explicit(&top, memory_order_acquire);
  while (old && !atomic_compare_exchange_strong_explicit(&top, &old, old->next, memory_order_acquire, memory_order_acquire))
    ;
  return old;
}
void *producer(void *u) {
  push(&nodes[0], 1);
  push(&nodes[1], 2);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  struct node *a = pop();
  struct node *b = pop();
  if (a)
    assert(a->value == 1 || a->value == 2);
  if (a && b)
    assert(a->value != b->value);
  pthread_join(t, 0);
}
