// Treiber's lock-free stack: two threads push and pop, and nothing gets lost or comes twice.
//   threadproof verify examples/treiber_stack.c                            safe
//   threadproof verify examples/treiber_stack.c --property no-data-race    safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *_Atomic top;
static _Atomic int sum;

static void push(int value) {
  struct node *node = malloc(sizeof(struct node));
  struct node *seen = atomic_load(&top);
  node->value = value;
  do
    node->next = seen;
  while (!atomic_compare_exchange_weak(&top, &seen, node));
}

// The value on top, or 0 when there is none. Nodes are never freed, so no address comes back (no ABA problem).
static int pop(void) {
  struct node *seen = atomic_load(&top);
  while (seen != NULL)
    if (atomic_compare_exchange_weak(&top, &seen, seen->next))
      return seen->value;
  return 0;
}

static void *work(void *argument) {
  push((int)(long)argument);
  int value = pop();
  assert(value != 0); // each thread has pushed before it pops
  atomic_fetch_add(&sum, value);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, work, (void *)1L);
  pthread_create(&other, NULL, work, (void *)2L);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  assert(sum == 1 + 2);
  assert(top == NULL);
  return 0;
}
