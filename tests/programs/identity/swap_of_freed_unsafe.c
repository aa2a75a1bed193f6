// __sync_bool_compare_and_swap with a pointer to freed memory.
#include <assert.h>
#include <stdlib.h>
int *top;
int main(void) {
  int *a = malloc(4);
  top = a;
  free(a);
  int *b = malloc(4);
  top = b;
  assert(!__sync_bool_compare_and_swap(&top, a, (int *)0));
  return 0;
}
