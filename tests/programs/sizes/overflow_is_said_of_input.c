#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), r;
    if (!__builtin_mul_overflow(x, 3, &r))
        assert(r != 2147483646);
    return 0;
}
