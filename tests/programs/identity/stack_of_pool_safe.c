// A lock-free stack whose nodes are never freed, each pushed once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node { struct node *next; int value; };
static struct node pool[2];
static _Atomic(struct node *) top;

static void push(struct node *n) {
  struct node *seen = atomic_load(&top);
  do n->next = seen; while (!atomic_compare_exchange_strong(&top, &seen, n));
}
static void *worker(void *arg) { push(&pool[1]); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  push(&pool[0]);
  pthread_join(t, 0);
  assert(top != 0 && top->next != 0 && top->next != top);
  return 0;
}
