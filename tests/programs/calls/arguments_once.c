// Arguments of calls through pointers are evaluated once, whoever is called.
#include <assert.h>
#include <stdlib.h>
int calls;
int next(void) { return -++calls; }
int same(int x) { return x; }
int (*table[2])(int) = {abs, same};
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    int i = __VERIFIER_nondet_bool();
    int r = table[i](next());
    assert(calls == 1);
    assert(r == (i ? -1 : 1));
    int n = 5;
    r = table[i](n++);
    assert(n == 6 && r == 5);
    return 0;
}
