// sc: safe, tso: safe, pso: unsafe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node { int value; struct node *next; } *top;
void *reader(void *u) {
  for (struct node *n = top; n; n = n->next)
    assert(n->value > 0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  for (int i = 1; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 0;
    n->value = i;
    n->next = top;
    top = n;
  }
  pthread_join(t, 0);
}
