// The test before the addition.
#include <limits.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = __VERIFIER_nondet_bool() ? INT_MAX : INT_MAX - 1;
    if (x < INT_MAX)
        x++;
    return x == 0;
}
