#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 7;
  p = realloc(p, 8);
  assert(*p == 7);
  assert(realloc(p, 0) == 0);
  return 0;
}
