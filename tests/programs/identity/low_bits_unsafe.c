// An array of characters may lie anywhere.
#include <assert.h>
#include <stdint.h>
char bytes[7];
int main(void) {
  assert(((uintptr_t)bytes & 7) != 5);
  return 0;
}
