// Small numbers as pointers, as locks use them for flags: every object lies above them.
#include <stddef.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int object;

int main(void) {
    int *flag = (int *)1, *p = &object, *q = __VERIFIER_nondet_int() ? p : flag;
    if (!(p > flag) || p <= flag || flag >= p)
        reach_error();
    if (q > (int *)1 && q != p)
        reach_error();
    return 0;
}
