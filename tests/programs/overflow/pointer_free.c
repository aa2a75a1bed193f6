// Comparisons, bit operations and conversions of extreme values do not overflow.
#include <assert.h>
#include <limits.h>

int main(void) {
    int min = INT_MIN, max = INT_MAX;

    assert(min < max && ~min == max && (min ^ max) == -1);
    assert((unsigned)min == 2147483648u);
    assert(min / 2 == -1073741824 && max % 10 == 7 && min % 10 == -8);
    assert((long long)min - 1 == -2147483649LL);
    assert(min >> 31 == -1 && !max == 0);
    return 0;
}
