// A compound literal is aligned as its type is, and an array of variable length for vectors.
#include <stdint.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef int wide __attribute__((aligned(8)));
int main(void) {
  if ((uintptr_t) & (wide){1} & 7)
    reach_error();
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3)
    return 0;
  char a[n];
  if ((uintptr_t)a & 15)
    reach_error();
  return 0;
}
