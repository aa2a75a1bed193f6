#include <assert.h>

int n;
static int f(int a[n++]) { return n; }

int main(void) {
    assert(f(0) != 1);
    return 0;
}
