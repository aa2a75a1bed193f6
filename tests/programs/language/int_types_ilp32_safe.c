// In the 32-bit model long is as wide as int.
#include <assert.h>
#include <limits.h>

int main(void) {
    long l = LONG_MAX;
    unsigned long ul = ULONG_MAX;
    long long ll = LLONG_MAX;

    assert(sizeof(long) == 4);
    assert(sizeof(void *) == 4 && sizeof(long long) == 8 && sizeof(int) == 4);
    assert(l == 2147483647 && ul == 4294967295u);
    assert(ll == 9223372036854775807LL);
    ul++;
    assert(ul == 0);
    return 0;
}
