#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 2 && n * 3 + 1 == -299) {
        char b[n];
        assert(0);
    }
    return 0;
}
