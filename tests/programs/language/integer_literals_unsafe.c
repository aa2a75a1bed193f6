// Bases and suffixes of integer constants and the types they get.
#include <assert.h>

int main(void) {
    assert(0x1F == 31 && 017 == 15 && 0b101 == 5 && 0 == 00);
    assert(sizeof(1) == 4 && sizeof(1L) == 8 && sizeof(1ll) == 8 && sizeof(1u) == 4);
    assert(sizeof(2147483648) == 8);
    assert(0xFFFFFFFF > 0 && sizeof(0xFFFFFFFF) == 4);
    assert((-1 < 0u) == 1);
    assert(-1 < 0LL);
    assert(4294967296ull == 1ull << 32);
    assert(0X7fffffffffffffffLL == 9223372036854775807LL);
    return 0;
}
