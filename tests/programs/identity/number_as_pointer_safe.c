#include <assert.h>
#include <stdint.h>

#define POISON ((int *)0xdeadbeef)
#define FAILED ((int *)-1)

int x, *p = &x;

int main(void)
{
    int *number = (int *)0x20000;
    uintptr_t n = (uintptr_t)&x;
    assert((number == &x) == (n == 0x20000));
    assert((number < p) == (0x20000 < n));
    assert(p != POISON && p != FAILED && p != (int *)0x100);
    p = POISON;
    assert(p == POISON && p > number);
    return 0;
}
