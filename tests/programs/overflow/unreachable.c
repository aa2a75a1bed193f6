// The overflow is behind a condition that is never true.
#include <limits.h>

int main(void) {
    unsigned n = 3;
    int x = INT_MAX;
    while (n != 1)
        n = n % 2 ? (3 * n + 1) / 2 : n / 2;
    if (n != 1)
        x++;
    return x == 0;
}
