// INT_MIN / -1 does not fit.
#include <limits.h>

int main(void) {
    int x = INT_MIN, d = -2;
    return x / d == 0;
}
