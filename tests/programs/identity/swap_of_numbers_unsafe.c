// Compare and swap of addresses as numbers.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
uintptr_t top;
int main(void) {
  int *a = malloc(4);
  uintptr_t o = top = (uintptr_t)a;
  free(a);
  int *b = malloc(4);
  top = (uintptr_t)b;
  assert(!__sync_bool_compare_and_swap(&top, o, 0));
  return 0;
}
