#include <assert.h>
struct empty {};
int main(void) {
  int n = 3;
  struct empty v[n], w[n];
  void *p = v, *q = w;
  assert(p != q);
  return 0;
}
