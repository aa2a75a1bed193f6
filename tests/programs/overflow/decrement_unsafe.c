// -- on the smallest long long; on an unsigned zero it wraps.
#include <limits.h>

int main(void) {
    long long x = LLONG_MIN;
    --x;
    return x == 0;
}
