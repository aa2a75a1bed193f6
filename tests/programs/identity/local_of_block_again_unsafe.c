// Two blocks, one after the other, may put their variables in one place.
#include <assert.h>
int main(void) {
  int *p, *q;
  { int a[2]; p = a; }
  { int b[2]; q = b; }
  assert(p != q);
  return 0;
}
