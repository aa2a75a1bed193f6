// Inside two objects there is no common place, and one cannot begin where the other does.
#include <assert.h>
static int a[2], b[2];
int main(void) {
  int *p = a, *q = b;
  for (int i = 0; i < 2; i++, p++)
    assert(p != q && p != q + 1);
  assert(p == a + 2);
  assert(!(p == b && q + 2 == a));
  return 0;
}
