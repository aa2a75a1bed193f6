// -INT_MIN does not exist.
#include <limits.h>

int main(void) {
    int x = INT_MIN;
    x = -x;
    return x == 0;
}
