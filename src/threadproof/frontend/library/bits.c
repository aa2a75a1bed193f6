// The builtins that count bits or swap bytes. The first or last bit of 0 is anything.
#include <stdint.h>

int __VERIFIER_nondet_int(void);

int __builtin_popcountll(unsigned long long x) {
  x -= x >> 1 & 0x5555555555555555ull;
  x = (x & 0x3333333333333333ull) + (x >> 2 & 0x3333333333333333ull);
  x = x + (x >> 4) & 0x0f0f0f0f0f0f0f0full;
  return x * 0x0101010101010101ull >> 56;
}
int __builtin_popcountl(unsigned long x) { return __builtin_popcountll(x); }
int __builtin_popcount(unsigned x) { return __builtin_popcountll(x); }

int __builtin_parityll(unsigned long long x) { return __builtin_popcountll(x) & 1; }
int __builtin_parityl(unsigned long x) { return __builtin_popcountll(x) & 1; }
int __builtin_parity(unsigned x) { return __builtin_popcountll(x) & 1; }

// Zeros before the first bit of 64.
static int __leading(unsigned long long x) {
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  x |= x >> 32;
  return 64 - __builtin_popcountll(x);
}
static int __trailing(unsigned long long x) { return __builtin_popcountll((x & -x) - 1); }

int __builtin_clz(unsigned x) { return x ? __leading(x) - 32 : __VERIFIER_nondet_int(); }
int __builtin_clzl(unsigned long x) { return x ? __leading(x) - (64 - 8 * (int)sizeof x) : __VERIFIER_nondet_int(); }
int __builtin_clzll(unsigned long long x) { return x ? __leading(x) : __VERIFIER_nondet_int(); }
int __builtin_ctz(unsigned x) { return x ? __trailing(x) : __VERIFIER_nondet_int(); }
int __builtin_ctzl(unsigned long x) { return x ? __trailing(x) : __VERIFIER_nondet_int(); }
int __builtin_ctzll(unsigned long long x) { return x ? __trailing(x) : __VERIFIER_nondet_int(); }
int __builtin_clrsbll(long long x) { return __leading(x < 0 ? ~x : x) - 1; }
int __builtin_clrsbl(long x) { return __builtin_clrsbll(x) - (64 - 8 * (int)sizeof x); }
int __builtin_clrsb(int x) { return __leading((unsigned)(x < 0 ? ~x : x)) - 33; }

uint16_t __builtin_bswap16(uint16_t x) { return x << 8 | x >> 8; }
uint32_t __builtin_bswap32(uint32_t x) { return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24; }
uint64_t __builtin_bswap64(uint64_t x) {
  return (uint64_t)__builtin_bswap32((uint32_t)x) << 32 | __builtin_bswap32((uint32_t)(x >> 32));
}

// The network has the first byte first.
uint16_t htons(uint16_t x) { return __builtin_bswap16(x); }
uint16_t ntohs(uint16_t x) { return __builtin_bswap16(x); }
uint32_t htonl(uint32_t x) { return __builtin_bswap32(x); }
uint32_t ntohl(uint32_t x) { return __builtin_bswap32(x); }
