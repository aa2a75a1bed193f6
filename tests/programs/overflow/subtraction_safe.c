// INT_MIN - 1.
#include <limits.h>

int main(void) {
    int x = INT_MIN + 1;
    x = x - 1;
    return x == 0;
}
