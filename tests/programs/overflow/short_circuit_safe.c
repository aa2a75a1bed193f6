// An operand that is not evaluated does not overflow.
#include <limits.h>

int main(void) {
    int x = INT_MAX, on = 0;
    int y = on && (x = x + 1);
    return y == 2;
}
