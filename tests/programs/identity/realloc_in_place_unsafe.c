// realloc may leave the memory where it is.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *a = malloc(sizeof(int));
  *a = 1;
  int *b = realloc(a, 2 * sizeof(int));
  assert(*b == 1);
  assert(a != b);
  return 0;
}
