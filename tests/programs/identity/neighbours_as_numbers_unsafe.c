// Two variables may be neighbours.
#include <assert.h>
#include <stdint.h>
char a, b;
int main(void) {
  uintptr_t x = (uintptr_t)&a, y = (uintptr_t)&b;
  assert(y != x + 1);
  return 0;
}
