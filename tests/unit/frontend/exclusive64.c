#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
typedef uint8_t u8; typedef uint16_t u16; typedef uint32_t u32; typedef uint64_t u64;
// Linux
static inline void add1(int i, int *p) { unsigned long tmp; int result; asm volatile("// atomic_add\n\tprfm\tpstl1strm, %2\n1:\tldxr\t%w0, %2\n\tadd\t%w0, %w0, %w3\n\tstxr\t%w1, %w0, %2\n\tcbnz\t%w1, 1b\n" : "=&r"(result), "=&r"(tmp), "+Q"(*p) : "Ir"(i)); }
static inline int sub_return(int i, int *p) { unsigned long tmp; int result; asm volatile("1: ldaxr %w0, %2; sub %w0, %w0, %w3; stlxr %w1, %w0, %2; cbnz %w1, 1b; dmb ish" : "=&r"(result), "=&r"(tmp), "+Q"(*p) : "r"(i) : "memory"); return result; }
static inline long fetch_andnot(long i, long *p) { unsigned long tmp; long result, val; asm volatile("1: ldxr %0, %3\n bic %1, %0, %4\n stlxr %w2, %1, %3\n cbnz %w2, 1b\n dmb ish" : "=&r"(result), "=&r"(val), "=&r"(tmp), "+Q"(*p) : "r"(i) : "memory"); return result; }
static inline unsigned long cmpxchg64(u64 *p, u64 old, u64 new) { unsigned long tmp, oldval; asm volatile("\tprfm\tpstl1strm, %[v]\n1:\tldxr\t%[oldval], %[v]\n\teor\t%[tmp], %[oldval], %[old]\n\tcbnz\t%[tmp], 2f\n\tstlxr\t%w[tmp], %[new], %[v]\n\tcbnz\t%w[tmp], 1b\n\tdmb ish\n2:" : [tmp] "=&r"(tmp), [oldval] "=&r"(oldval), [v] "+Q"(*p) : [old] "Lr"(old), [new] "r"(new) : "memory"); return oldval; }
static inline u8 cmpxchg8(u8 *p, unsigned long old, u8 new) { unsigned long tmp; u8 oldval; asm volatile("1: ldaxrb %w[o], %[v]\n eor %w[t], %w[o], %w[old]\n cbnz %w[t], 2f\n stxrb %w[t], %w[new], %[v]\n cbnz %w[t], 1b\n2:" : [t] "=&r"(tmp), [o] "=&r"(oldval), [v] "+Q"(*p) : [old] "r"((unsigned long)(u8)old), [new] "r"(new) : "memory"); return oldval; }
static inline int cmpxchg32(int *p, int old, int new) { unsigned long tmp; int oldval; asm volatile("1: ldaxr %w1, %2\n cmp %w1, %w3\n b.ne 2f\n stlxr %w0, %w4, %2\n cbnz %w0, 1b\n2:" : "=&r"(tmp), "=&r"(oldval), "+Q"(*p) : "r"(old), "r"(new) : "memory", "cc"); return oldval; }
static inline u16 xchg16(u16 *p, u16 v) { u16 ret; unsigned long tmp; asm volatile("prfm pstl1strm, %2\n1: ldxrh %w0, %2\n stlxrh %w1, %w3, %2\n cbnz %w1, 1b\n dmb ish" : "=&r"(ret), "=&r"(tmp), "+Q"(*p) : "r"(v) : "memory"); return ret; }
static inline long dec_if_positive(long *p) { long result; unsigned long tmp; asm volatile("1: ldxr %0, %2\n subs %0, %0, #1\n b.lt 2f\n stlxr %w1, %0, %2\n cbnz %w1, 1b\n dmb ish\n2:" : "=&r"(result), "=&r"(tmp), "+Q"(*p) : : "cc", "memory"); return result; }
static inline bool lock_of_tickets(u16 *next, u32 *whole) { u32 got, tmp, free; asm volatile("1: ldaxr %w0, %3\n add %w1, %w0, %w4\n stxr %w2, %w1, %3\n cbnz %w2, 1b\n eor %w1, %w0, %w0, ror #16\n cbz %w1, 3f\n sevl\n2: wfe\n ldaxrh %w2, %5\n eor %w1, %w2, %w0, lsr #16\n cbnz %w1, 2b\n3:" : "=&r"(got), "=&r"(free), "=&r"(tmp), "+Q"(*whole) : "I"(1 << 16), "Q"(*next) : "memory"); return free == 0; }
// ck
static inline void *fas_ptr(void *target, void *v) { void *previous; void *tmp; asm volatile("1:\nldxr %0, [%2]\nstxr %w1, %3, [%2]\ncbnz %w1, 1b\n" : "=&r"(previous), "=&r"(tmp) : "r"(target), "r"(v) : "memory", "cc"); return previous; }
static inline bool cas_ptr(void *target, void *compare, void *set) { void *previous; void *tmp; asm volatile("1:\nldxr %0, [%2]\ncmp  %0, %4\nb.ne 2f\nstxr %w1, %3, [%2]\ncbnz %w1, 1b\n2:" : "=&r"(previous), "=&r"(tmp) : "r"(target), "r"(set), "r"(compare) : "memory", "cc"); return previous == compare; }
static inline void inc_ptr(void *target) { void *previous = 0, *tmp = 0; asm volatile("1:\nldxr %0, [%2]\nadd %0, %0, #1\nstxr %w1, %0, [%2]\ncbnz %w1, 1b\n" : "=&r"(previous), "=&r"(tmp) : "r"(target) : "memory", "cc"); }
static inline u8 faa8(u8 *target, u8 delta) { u8 previous, r, tmp; asm volatile("1:\nldxrb %w0, [%3]\nadd %w1, %w4, %w0\nstxrb %w2, %w1, [%3]\ncbnz %w2, 1b\n" : "=&r"(previous), "=&r"(r), "=&r"(tmp) : "r"(target), "r"(delta) : "memory", "cc"); return previous; }
static inline void neg32(int *target) { int previous = 0, tmp = 0; asm volatile("1:\nldxr %w0, [%2]\nneg %w0, %w0\nstxr %w1, %w0, [%2]\ncbnz %w1, 1b\n" : "=&r"(previous), "=&r"(tmp) : "r"(target) : "memory", "cc"); }
static inline void not64(u64 *target) { u64 previous, tmp; asm volatile("1:\nldxr %0, [%2]\nmvn %0, %0\nstxr %w1, %0, [%2]\ncbnz %w1, 1b\n" : "=&r"(previous), "=&r"(tmp) : "r"(target) : "memory", "cc"); }
static inline u32 load32(const u32 *p) { long r = 0; asm volatile("ldr %w0, [%1]\n" : "=r"(r) : "r"(p) : "memory"); return (u32)r; }
static inline void store32(u32 *p, u32 v) { asm volatile("str %w2, [%1]" : "=m"(*(u32 *)p) : "r"(p), "r"(v) : "memory"); }
static inline int load_signed(const short *p) { int r; asm volatile("ldrh %w0, [%1]" : "=r"(r) : "r"(p) : "memory"); return r; }
static inline void inc64_lse(u64 *p) { asm volatile("mov x0, 1\nstadd x0, [%0]\n" : : "r"(p) : "x0", "memory"); }
// others
static inline u32 await_or(u32 *p, u32 v) { u32 old, new, tmp; asm volatile("sevl\n.align 5\n1:\nwfe\nldaxr %w[o], %[a]\ntst %w[o], #1\nb.eq 1b\norr %w[n], %w[o], %w[v]\nstlxr %w[t], %w[n], %[a]\ncbnz %w[t], 1b\n" : [o] "=&r"(old), [n] "=&r"(new), [t] "=&r"(tmp), [a] "+Q"(*p) : [v] "r"(v) : "memory", "cc"); return old; }
static inline bool add_unless(int *p, int a, int u) { int old, new; unsigned tmp; bool done; asm volatile("mov %w[d], #0\n.Lagain%=:\nldaxr %w[o], %[p]\ncmp %w[o], %w[u]\nbeq .Lend%=\nadd %w[n], %w[o], %w[a]\nstlxr %w[t], %w[n], %[p]\ncbnz %w[t], .Lagain%=\nmov %w[d], #1\n.Lend%=:" : [d] "=&r"(done), [o] "=&r"(old), [n] "=&r"(new), [t] "=&r"(tmp), [p] "+Q"(*p) : [a] "r"(a), [u] "Ir"(u) : "memory", "cc"); return done; }
static inline u32 several(u32 *p, u32 v) { u32 old, tmp, new; asm volatile("1: ldxr %w0, %3; lsl %w1, %w4, #4; and %w1, %w1, #0xff; eor %w1, %w1, %w0, lsr #8; sub %w1, %w1, #2; stxr %w2, %w1, %3; cbnz %w2, 1b" : "=&r"(old), "=&r"(new), "=&r"(tmp), "+Q"(*p) : "r"(v) : "memory"); return old; }
static inline bool cas_cset(u32 *p, u32 *old, u32 new) { u32 t; bool ok; asm volatile("1: ldaxr %w[t], [%[p]]\ncmp %w[t], %w[e]\nb.ne 2f\nstlxr %w[ok], %w[new], [%[p]]\ncbnz %w[ok], 1b\n2: cset %w[ok], eq" : [t] "=&r"(t), [ok] "=&r"(ok) : [p] "r"(p), [e] "r"(*old), [new] "r"(new) : "memory", "cc"); *old = t; return ok; }
static inline bool try_once(u32 *p, u32 e, u32 new) { u32 t, failed; asm volatile("mov %w1, #1\n ldaxr %w0, %2\n cmp %w0, %w3\n b.ne 1f\n stxr %w1, %w4, %2\n1:" : "=&r"(t), "=&r"(failed), "+Q"(*p) : "r"(e), "r"(new) : "memory", "cc"); return !failed; }
static inline u32 larger(u32 *p, u32 v) { u32 old, new, tmp; asm volatile("1: ldxr %w0, %3; cmp %w0, %w4; csel %w1, %w0, %w4, hi; stxr %w2, %w1, %3; cbnz %w2, 1b" : "=&r"(old), "=&r"(new), "=&r"(tmp), "+Q"(*p) : "r"(v) : "cc"); return old; }
static inline bool set_bit(u64 *p, unsigned n) { u64 old, tmp, mask = 1ull << n; asm volatile("1: ldxr %0, %2; tbnz %0, #63, 2f; orr %0, %0, %3; stxr %w1, %0, %2; cbnz %w1, 1b; 2:" : "=&r"(old), "=&r"(tmp), "+Q"(*p) : "r"(mask)); return old >> 63; }
static inline int at_a_tie(int *p, int v) { asm volatile("swpal %w0, %w0, %1" : "=r"(v), "+Q"(*p) : "0"(v) : "memory"); return v; }
#define CLEAR(p) asm volatile("stlr %w1, %0" : "=Q"(*(p)) : "rZ"(0) : "memory")
static inline int ldadd(int *p, int v) { int old; asm volatile(".arch_extension lse\nldaddal %w2, %w0, %1" : "=r"(old), "+Q"(*p) : "r"(v) : "memory"); return old; }
static inline u8 ldclr(u8 *p, u8 v) { u8 old; asm volatile(".arch_extension lse\nldclrb %w2, %w0, [%1]" : "=r"(old) : "r"(p), "r"(v) : "memory"); return old; }
static inline u16 ldset(u16 *p, u16 v) { u16 old; asm volatile(".arch_extension lse\nldsetah %w2, %w0, [%1]" : "=&r"(old) : "r"(p), "r"(v) : "memory"); return old; }
static inline u64 ldeor(u64 *p, u64 v) { u64 old; asm volatile(".arch_extension lse\nldeorl %2, %0, [%1]" : "=&r"(old) : "r"(p), "r"(v) : "memory"); return old; }
static inline void stand(u32 *p, u32 v) { asm volatile(".arch_extension lse\nmvn %w[i], %w[i]\nstclr %w[i], %[v]" : [i] "+&r"(v), [v] "+Q"(*p)); }
static inline u32 casal(u32 *p, u32 old, u32 new) { asm volatile(".arch_extension lse\ncasal %w0, %w2, %1" : "+r"(old), "+Q"(*p) : "r"(new) : "memory"); return old; }
static inline u8 casb(u8 *p, u8 old, u8 new) { asm volatile(".arch_extension lse\ncasab %w[o], %w[n], %[p]" : [o] "+&r"(old), [p] "+Q"(*p) : [n] "r"(new) : "memory"); return old; }
static inline void *casp(void *p, void *old, void *new) { asm volatile(".arch_extension lse\ncas %0, %2, [%1]" : "+&r"(old) : "r"(p), "r"(new) : "memory"); return old; }
int main(void) {
  int x = 5; add1(3, &x); assert(x == 8); assert(sub_return(10, &x) == -2 && x == -2); add1(5, &x); assert(x == 3);
  long l = -1; assert(fetch_andnot(0x70, &l) == -1 && l == ~0x70l);
  u64 q = 1ull << 40; assert(cmpxchg64(&q, 3, 4) == 1ull << 40 && cmpxchg64(&q, 1ull << 40, 7) == 1ull << 40 && q == 7);
  u8 b = 200; assert(cmpxchg8(&b, 200, 3) == 200 && b == 3 && cmpxchg8(&b, 200, 4) == 3 && b == 3);
  assert(cmpxchg32(&x, 3, -9) == 3 && x == -9 && cmpxchg32(&x, 3, 1) == -9 && cmpxchg32(&x, -9, 2) == -9 && x == 2);
  u16 h = 65535; assert(xchg16(&h, 12) == 65535 && h == 12);
  l = 1; assert(dec_if_positive(&l) == 0 && l == 0 && dec_if_positive(&l) == -1 && l == 0);
  union { u32 whole; u16 half[2]; } tickets = {0}; assert(lock_of_tickets(&tickets.half[0], &tickets.whole) && tickets.half[1] == 1);
  void *p = &x; assert(fas_ptr(&p, &b) == &x && p == &b); assert(!cas_ptr(&p, &x, &h) && p == &b && cas_ptr(&p, &b, &h) && p == &h);
  assert(faa8(&b, 255) == 3 && b == 2); neg32(&x); assert(x == -2); q = 5; not64(&q); assert(q == ~5ull);
  u32 u = 0; store32(&u, 0xfffffffeu); assert(load32(&u) == 0xfffffffeu); short s = -1; assert(load_signed(&s) == 65535);
  char text[4] = "abc"; char *at = text; inc_ptr(&at); assert(at == text + 1 && *at == 98); asm volatile("dmb ish" : : "r"(0) : "memory");
  asm volatile("prfm pstl1keep, [%0]" : : "r"((x++, &x))); assert(x == -1); asm volatile("prfm pldl1keep, %0" : : "Q"(x)); x = -2;
  u = 9; assert(await_or(&u, 2) == 9 && u == 11); assert(add_unless(&x, 4, 7) && x == 2 && !add_unless(&x, 1, 2) && x == 2);
  u = 0x1234; assert(several(&u, 0x13) == 0x1234 && u == (0x30 ^ 0x12) - 2);
  u32 old = 3; assert(!cas_cset(&u, &old, 1) && old == 0x20 && cas_cset(&u, &old, 1) && old == 0x20 && u == 1);
  assert(!try_once(&u, 5, 6) && u == 1); if (try_once(&u, 1, 6)) assert(u == 6); else assert(u == 1);
  u = 0x80000000u; assert(larger(&u, 5) == 0x80000000u && u == 0x80000000u && larger(&u, ~0u) == 0x80000000u && u == ~0u);
  q = 1; assert(!set_bit(&q, 2) && q == 5 && set_bit(&q, 63) && q == (1ull << 63 | 5) && set_bit(&q, 5) && q == (1ull << 63 | 5));
  CLEAR(&u); assert(u == 0);
  q = ~0ull; inc64_lse(&q); assert(q == 0);
  assert(at_a_tie(&x, -7) == 2 && x == -7);
  assert(ldadd(&x, 8) == -7 && x == 1); b = 255; assert(ldclr(&b, 15) == 255 && b == 240); h = 1; assert(ldset(&h, 6) == 1 && h == 7);
  q = 6; assert(ldeor(&q, 3) == 6 && q == 5); u = 14; stand(&u, 7); assert(u == 6); assert(casal(&u, 6, 8) == 6 && u == 8 && casal(&u, 6, 9) == 8 && u == 8);
  assert(casb(&b, 240, 1) == 240 && b == 1 && casb(&b, 0, 9) == 1 && b == 1); p = &x; assert(casp(&p, &x, &u) == &x && p == &u && casp(&p, &x, &b) == &u && p == &u);
  return 0; }
