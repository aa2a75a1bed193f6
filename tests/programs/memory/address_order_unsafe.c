// How two objects lie to each other is not known, as numbers and as pointers.
#include <assert.h>

int a, b;
static char c[4], d[4];

int main(void) {
    char *p = c, *q = d;
    assert((unsigned long)&a < (unsigned long)&b || p < q);
    return 0;
}
