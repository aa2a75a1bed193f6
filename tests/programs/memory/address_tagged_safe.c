// The lowest bit of an aligned address is free to hold a mark.
#include <assert.h>

int cell;

int main(void) {
    unsigned long x = (unsigned long)&cell | 1;
    int *p = (int *)(x & ~1ul);
    *p = 3;
    assert(cell == 3 && (x & 1) == 1);
    return 0;
}
