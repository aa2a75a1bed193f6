// Two variables may be neighbours, but they do not overlap.
#include <assert.h>
#include <stdint.h>
int a, b;
int main(void) {
  uintptr_t x = (uintptr_t)&a, y = (uintptr_t)&b;
  assert(y != x && y != x + 1 && y + 3 != x);
  return 0;
}
