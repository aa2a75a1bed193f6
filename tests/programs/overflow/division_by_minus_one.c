// Compilers negate, and that wraps.
#include <limits.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == INT_MIN && x / -1 == INT_MIN && x % -1 == 0) {
        x /= -1;
        reach_error();
    }
    return 0;
}
