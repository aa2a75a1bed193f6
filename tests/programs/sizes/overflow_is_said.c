#include <assert.h>
#include <limits.h>

int main(void) {
    int r, big = INT_MAX;
    unsigned u;
    unsigned char c;
    long l;
    assert(__builtin_add_overflow(big, 1, &r) && r == INT_MIN);
    assert(!__builtin_add_overflow(2, 1, &r) && r == 3);
    assert(__builtin_mul_overflow(1 << 30, 4, &r) && r == 0);
    assert(!__builtin_mul_overflow(1 << 30, 4, &l) && l == 1l << 32);
    assert(__builtin_mul_overflow(~0ul, ~0ul, &l) && l == 1);
    assert(__builtin_sub_overflow(0u, 1u, &u) && u == UINT_MAX && !__builtin_sub_overflow(0u, 1u, &r) && r == -1);
    assert(__builtin_add_overflow(200, 100, &c) && c == 44);
    assert(!__builtin_add_overflow(-1, 1u, &r) && r == 0);
    assert(__builtin_sadd_overflow(big, 1, &r) && !__builtin_uadd_overflow(big, 1, &u) && u == 1u << 31);
    assert(__builtin_smull_overflow(LONG_MAX, 2, &l) && l == -2);
    assert(__builtin_add_overflow_p(200, 100, (unsigned char)0) && !__builtin_sub_overflow_p(0, 1, 0));
    return 0;
}
