#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);
int x;

int main(void)
{
    int *number = (int *)(uintptr_t)__VERIFIER_nondet_uint();
    assert(number != &x);
    return 0;
}
