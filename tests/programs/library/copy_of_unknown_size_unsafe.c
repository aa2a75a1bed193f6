#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[5], b[4];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 6)
    memcpy(b, a, n * sizeof(int));
  return 0;
}
