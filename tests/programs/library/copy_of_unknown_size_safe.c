#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[4] = {1, 2, 3, 4}, b[4];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 4)
    return 0;
  memcpy(b, a, n * sizeof(int));
  for (unsigned i = 0; i < 4; i++)
    assert(b[i] == (i < n ? (int)i + 1 : 0));
  if (n == 4)
    memmove(a + 1, a, (n - 1) * sizeof *a);
  assert(n < 4 || (a[1] == 1 && a[3] == 3));
  memset(a, 0xff, n * sizeof *a);
  assert(n == 0 || a[n - 1] == -1);
  return 0;
}
