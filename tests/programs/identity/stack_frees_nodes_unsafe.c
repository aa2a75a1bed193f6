// A lock-free stack: one thread pops two nodes, frees one and pushes a new one; the other takes it for the old one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { struct node *next; };
static _Atomic(struct node *) top;
static struct node *b;
static void *thief(void *arg) {
  struct node *x = top;
  b = x->next;
  top = 0;
  free(x);
  struct node *z = malloc(sizeof *z);
  z->next = 0;
  atomic_store(&top, z);
  return 0;
}
int main(void) {
  struct node *one = malloc(sizeof *one), *two = malloc(sizeof *two);
  one->next = two; two->next = 0; top = one;
  pthread_t t; pthread_create(&t, 0, thief, 0);
  struct node *n = atomic_load(&top);
  if (n) {
    struct node *next = n->next;
    atomic_compare_exchange_strong(&top, &n, next);
  }
  pthread_join(t, 0);
  assert(!b || top != b); /* a popped node is not on the stack */
  return 0;
}
