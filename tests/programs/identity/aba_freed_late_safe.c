// No ABA problem: the nodes are freed after the new one was allocated, so it lies elsewhere.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; struct node *next; };
_Atomic(struct node *) top;

static void *other(void *arg) {
  struct node *x = atomic_load(&top), *y = x->next;
  top = y->next;
  struct node *z = malloc(sizeof *z);
  z->value = 9;
  z->next = 0;
  top = z;
  free(y);
  free(x);
  return 0;
}

int main(void) {
  struct node *b = malloc(sizeof *b), *c = malloc(sizeof *c);
  b->next = c;
  c->next = 0;
  top = b;
  struct node *seen = atomic_load(&top), *next = seen->next;
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  if (atomic_compare_exchange_strong(&top, &seen, next))
    assert(0);
  return 0;
}
