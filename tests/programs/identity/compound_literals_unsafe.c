// Compound literals of two blocks may lie in one place.
#include <assert.h>
int main(void) {
  int *p, *q;
  { p = (int[]){1, 2}; }
  { q = (int[]){3, 4}; }
  assert(p != q);
  return 0;
}
