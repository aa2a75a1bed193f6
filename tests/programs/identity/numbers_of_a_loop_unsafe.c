#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
// The next object of a loop may lie where the last one was.
uintptr_t numbers[2];
int main(void) {
  for (int i = 0; i < 2; i++) {
    int *object = malloc(sizeof(int));
    numbers[i] = (uintptr_t)object;
    free(object);
  }
  assert(numbers[0] != numbers[1]);
  return 0;
}
