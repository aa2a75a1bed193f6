// INT_MAX + 1.
#include <limits.h>

int main(void) {
    int x = INT_MAX;
    int y = x + 1;
    return y == 0;
}
