// INT_MIN / -1 ends the process, if compilers do not see the -1.
#include <limits.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = INT_MIN, y = __VERIFIER_nondet_int(), z = -128;
    if (y == -1) {
        signed char s = y;
        if (z / s != 128)
            reach_error();
        switch (__VERIFIER_nondet_int()) {
        case 0:
            x = x / y;
            break;
        case 1:
            x = x % y;
            break;
        case 2:
            x /= y;
            break;
        default:
            x %= y;
        }
        reach_error();
    }
    return 0;
}
