// One past the end of a local another one may begin.
#include <assert.h>
int main(void) {
  int a[2], b[2];
  int *end = a + 2;
  assert(end != b);
  return 0;
}
