// Functions in the old style, functions without a prototype, main without a return.
#include <assert.h>

int add(a, b)
int a;
short b;
{
    return a + b;
}

int later();

int main() {
    assert(add(3, 4) == 8);
    assert(later(2) == 4);
}

int later(int x) { return 2 * x; }
