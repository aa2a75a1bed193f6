// __builtin_expect is its first argument; side effects happen once.
#include <assert.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

int main(void) {
    int x = 3, n = 0;

    if (likely(x == 3))
        n += 1;
    if (unlikely(x == 4))
        n += 10;
    assert(n == 11);
    assert(__builtin_expect(x++, 7) == 3 && x == 4);
    while (likely(x > 0))
        x--;
    assert(x == 0 && unlikely(n) == 1);
    if (0)
        __builtin_unreachable();
    return 0;
}
