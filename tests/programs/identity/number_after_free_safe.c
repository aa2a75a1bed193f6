// Numbers of addresses: memory that was allocated at the same time lies in different places for ever.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *a = malloc(sizeof(int)), *b = malloc(sizeof(int));
  free(b);
  assert((uintptr_t)a != (uintptr_t)b);
  return 0;
}
