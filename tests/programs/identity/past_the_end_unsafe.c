// One past the end of an array another one may begin.
#include <assert.h>
static int a[2], b[2];
int main(void) {
  int *end = a + 2;
  assert(end != b);
  return 0;
}
