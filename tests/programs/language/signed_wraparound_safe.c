// Signed arithmetic wraps too, except that no-overflow reports it.
#include <assert.h>
#include <limits.h>

int main(void) {
    int i = INT_MAX;
    int big = 65536;
    long long l = LLONG_MAX;

    i++;
    assert(i == INT_MIN);
    i--;
    assert(i == INT_MAX);
    i++;
    i = -i;
    assert(i == INT_MIN);
    assert(big * big == 0 && (big + 1) * big == 65536);
    l += 2;
    assert(l == LLONG_MIN + 1);
    assert(i - 1 > 0);
    return 0;
}
