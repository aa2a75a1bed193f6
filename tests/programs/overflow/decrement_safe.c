// -- on the smallest long long; on an unsigned zero it wraps.
#include <limits.h>

int main(void) {
    unsigned long long x = 0;
    --x;
    return x == 0;
}
