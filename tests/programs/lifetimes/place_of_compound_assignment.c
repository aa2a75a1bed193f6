// The place is evaluated before the value changes what it depends on.
#include <assert.h>
int a[2] = {1, 2};
_Atomic int c[2] = {1, 2};
int main(void) {
    int j = 0, *q = a;
    a[j] += ({ j = 1; 10; });
    assert(a[0] == 11 && a[1] == 2);
    *q += ({ q = a + 1; 100; });
    assert(a[0] == 111 && a[1] == 2);
    j = 0;
    c[j] += ({ j = 1; 10; });
    assert(c[0] == 11 && c[1] == 2);
    return 0;
}
