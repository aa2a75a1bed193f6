#include <stdlib.h>
#include <assert.h>
int same(int x) { return x; }
int (*f)(int) = same;
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    if (__VERIFIER_nondet_bool())
        f = abs;
    int r = f(-3);
    assert(r == -3);
    return 0;
}
