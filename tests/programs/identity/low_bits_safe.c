// The low bits of an address: what is aligned has none, and those of other objects are asked for twice.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int value;
};
char bytes[7];
_Alignas(16) char block[3];
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct node *x = malloc(sizeof *x + i);
    assert((uintptr_t)x % 8 == 0);
    assert(((uintptr_t)&x->value & 15) == 8);
    free(x);
  }
  void *none = 0;
  assert(((uintptr_t)none & 7) == 0);
  assert(((uintptr_t)(block + 1) & 15) == 1);
  if (((uintptr_t)bytes & 7) == 5)
    assert(((uintptr_t)(bytes + 3) & 7) == 0);
  assert((((uintptr_t)(bytes + 1) ^ (uintptr_t)bytes) & 1) == 1);
  return 0;
}
