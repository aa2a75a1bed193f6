// A char may lie anywhere; only what needs to be aligned is.
#include <assert.h>

char a;
short b;

int main(void) {
    assert((unsigned long)&b % 2 == 0);
    assert((unsigned long)&a % 2 == 0 || (unsigned long)&b % 4 == 0);
    return 0;
}
