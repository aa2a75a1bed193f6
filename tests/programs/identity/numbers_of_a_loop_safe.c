#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
// Objects of a loop that live at once lie apart, and a number leads back to its object.
int *objects[2];
int main(void) {
  for (int i = 0; i < 2; i++)
    objects[i] = malloc(sizeof(int));
  uintptr_t a = (uintptr_t)objects[0], b = (uintptr_t)objects[1];
  free(objects[0]);
  assert(a % 16 == 0);
  assert(a < b ? b - a >= 4 : a - b >= 4);
  *objects[1] = 7;
  assert(*(int *)(b + 0) == 7);
  return 0;
}
