// The usual helper that aborts instead of assuming.
#include <stdlib.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

static void assume_abort_if_not_(int cond) {
    if (!cond)
        abort();
}

int main(void) {
    int a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
    assume_abort_if_not_(a != b);
    if (a + b != 1)
        reach_error();
    return 0;
}
