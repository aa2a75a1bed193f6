#include <assert.h>

int main(void) {
    assert(__builtin_popcount(0x17u) == 4 && __builtin_popcountl(~0ul) == 64 && __builtin_popcountll(3) == 2);
    assert(__builtin_parity(7u) == 1 && __builtin_parityl(3) == 0 && __builtin_parityll(1ull << 63) == 1);
    assert(__builtin_clz(1u) == 31 && __builtin_clzl(1) == 63 && __builtin_clzll(1ull << 62) == 1);
    assert(__builtin_ctz(8u) == 3 && __builtin_ctzl(2) == 1 && __builtin_ctzll(1ull << 40) == 40);
    assert(__builtin_ffs(0) == 0 && __builtin_ffs(12) == 3 && __builtin_ffsl(4) == 3 && __builtin_ffsll(1ll << 40) == 41);
    assert(__builtin_clrsb(0) == 31 && __builtin_clrsb(-1) == 31 && __builtin_clrsb(1) == 30 && __builtin_clrsb(-4) == 29);
    assert(__builtin_bswap16(0x0102) == 0x0201 && __builtin_bswap32(0x01020304u) == 0x04030201u);
    assert(__builtin_bswap64(0x0102030405060708ull) == 0x0807060504030201ull);
    return 0;
}
