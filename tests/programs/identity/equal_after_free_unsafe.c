// What malloc gives may lie where freed memory was; asked twice the answer is the same.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *old = malloc(sizeof(int));
  free(old);
  int *new = malloc(sizeof(int));
  if (old == new)
    assert(old != new);
  assert(old != new);
  return 0;
}
