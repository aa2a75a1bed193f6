#include <assert.h>
int __VERIFIER_nondet_int(void);
static int same(int n) {
  char v[n], w[n];
  void *p = v, *q = w;
  return p == q;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0 && n < 5)
    assert(!same(n));
  return 0;
}
