#include <assert.h>

int x, *p = &x;

int main(void)
{
    int *number = (int *)0x20000;
    assert(p != number);
    return 0;
}
