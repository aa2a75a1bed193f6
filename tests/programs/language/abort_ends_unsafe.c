// abort() ends the program; it is not an error by itself.
#include <stdlib.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int n = 0;
    if (__VERIFIER_nondet_bool())
        abort();
    else
        n = 1;
    if (n == 1)
        reach_error();
    return 0;
}
