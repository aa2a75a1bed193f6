// The number of an address, kept when the memory is freed, may be that of what is allocated later.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *a = malloc(sizeof(int));
  uintptr_t n = (uintptr_t)a;
  free(a);
  a = malloc(sizeof(int));
  assert((uintptr_t)a != n);
  return 0;
}
