#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
// A stack whose head is a pointer with a number that is never the same again: pushes and pops are exact.
struct node {
  struct node *next;
  int value;
};
struct head {
  struct node *first;
  unsigned long count;
};
struct head stack;
struct node nodes[2] = {{NULL, 1}, {NULL, 2}};
void push(struct node *n) {
  struct head old, new;
  __atomic_load(&stack, &old, __ATOMIC_ACQUIRE);
  do {
    n->next = old.first;
    new.first = n;
    new.count = old.count + 1;
  } while (!__atomic_compare_exchange(&stack, &old, &new, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
}
void *work(void *n) {
  push(n);
  return NULL;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, work, &nodes[0]);
  push(&nodes[1]);
  pthread_join(other, NULL);
  assert(stack.count == 2);
  assert(stack.first->value + stack.first->next->value == 3);
  assert(!stack.first->next->next);
  return 0;
}
