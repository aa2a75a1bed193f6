#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
static inline int xchg1(int *p, int v) { __asm__ __volatile__("xchgl %0,%1" : "=r"(v) : "m"(*p), "0"(v) : "memory"); return v; }
static inline int xchg2(volatile int *p, int v) { asm volatile("lock; xchgl %0, %1" : "+r"(v), "+m"(*p) : : "memory"); return v; }
static inline int xchg3(int *p, int v) { asm volatile("xchg %[new], %[mem]\n\t" : [mem] "+m"(*p), [new] "+r"(v) : : "memory", "cc"); return v; }
static inline uint8_t xchgb(uint8_t *p, uint8_t v) { asm volatile("xchgb %b0, %1" : "+q"(v), "+m"(*p)); return v; }
static inline int cas1(int *p, int old, int new) { int prev; asm volatile("lock; cmpxchgl %1,%2" : "=a"(prev) : "r"(new), "m"(*p), "0"(old) : "memory"); return prev; }
static inline bool cas2(int *p, int old, int new) { bool z; asm volatile("lock cmpxchgl %2, %0; setz %1" : "+m"(*p), "=a"(z) : "q"(new), "a"(old) : "memory", "cc"); return z; }
static inline unsigned char cas3(volatile int *p, int old, int new) { unsigned char r; asm volatile("lock\n\tcmpxchgl %3, %0\n\tsete %1\n" : "=m"(*p), "=q"(r), "+a"(old) : "r"(new), "m"(*p) : "memory"); return r; }
static inline bool cas4(int *p, int *old, int new) { bool ok; asm volatile("lock cmpxchgl %[n], %[m]" : "=@ccz"(ok), [m] "+m"(*p), "+a"(*old) : [n] "r"(new) : "memory"); return ok; }
static inline int cas5(int *p, int old, int new) { int r; asm volatile("lock; cmpxchgl %2, (%3)" : "=a"(r) : "0"(old), "r"(new), "r"(p) : "memory"); return r; }
static inline int xadd(int *p, int v) { asm volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory"); return v; }
static inline void inc(int *p) { asm volatile("lock; incl %0" : "+m"(*p)); }
static inline void inc2(int *p) { asm volatile("lock ; incl %0" : "=m"(*p) : "m"(*p)); }
static inline bool dec(int *p) { unsigned char c; asm volatile("lock decl %0; sete %1" : "+m"(*p), "=qm"(c) : : "memory"); return c; }
static inline void add(int *p, int i) { asm volatile("lock; addl %1,%0" : "+m"(*p) : "ir"(i)); }
static inline void or5(unsigned *p) { asm volatile("lock orl $5, %0" : "+m"(*p) : : "cc"); }
static inline void and_(unsigned *p, unsigned m) { asm volatile("lock; andl %1, %0" : "+m"(*p) : "r"(m) : "memory"); }
#ifdef __x86_64__
static inline void *casp(void **p, void *old, void *new) { void *r; asm volatile("lock cmpxchgq %2, %1" : "=a"(r), "+m"(*(char *)p) : "q"(new), "0"(old) : "memory", "cc"); return r; }
static inline uint64_t xaddq(uint64_t *p, uint64_t v) { asm volatile("lock; xaddq %0, %1" : "+r"(v), "+m"(*p) : : "memory", "cc"); return v; }
#endif
static inline int xchg4(int *p, int v) { asm volatile("xchg %[new], %[mem]" : [mem] "=m"(*p), [new] "=q"(v) : "[new]"(v) : "memory"); return v; }
static inline bool cas6(int *p, int *old, int new) { bool s; asm volatile("lock; cmpxchgl %[n], %[m]\n\t/* the flag z says it */\n" : "=@ccnz"(s), [m] "+m"(*p), "+a"(*old) : [n] "r"(new) : "memory"); return !s; }
static inline bool add_negative(int *p, int i) { bool s; asm volatile("lock; addl %2, %0" : "+m"(*p), "=@ccs"(s) : "ir"(i) : "memory"); return s; }
static inline bool dec_not_negative(unsigned *p) { bool s; asm volatile("LOCK decl %0; setns %1" : "+m"(*p), "=q"(s)); return s; }
static inline bool set_bit(unsigned *p, unsigned n) { bool c; asm volatile("lock; btsl %2, %0" : "+m"(*p), "=@ccc"(c) : "r"(n) : "memory"); return c; }
static inline bool clear_bit(unsigned *p) { bool c; asm volatile("lock btrl $31, %0; setc %1" : "+m"(*p), "=qm"(c) : : "cc"); return c; }
static inline bool flip_bit(unsigned *p) { bool c; asm volatile("lock btcl %2, %0; setnc %1" : "+m"(*p), "=qm"(c) : "I"(3) : "cc"); return c; }
static inline void not_(unsigned *p) { asm volatile("lock; notl %0" : "+m"(*p)); }
static inline int load(const int *p) { int v; asm volatile("movl %1, %0" : "=r"(v) : "m"(*p) : "memory"); return v; }
static inline void store(int *p, int v) { asm volatile("movl %1, %0" : "=m"(*p) : "ri"(v) : "memory"); }
static inline void store_byte(uint8_t *p) { asm volatile("movb $7, (%0)" : : "r"(p) : "memory"); }
static inline bool cas_pair(uint32_t p[2], uint32_t old[2], uint32_t low, uint32_t high) { bool z; asm volatile("lock cmpxchg8b %0; setz %1" : "+m"(*p), "=m"(z), "+a"(old[0]), "+d"(old[1]) : "b"(low), "c"(high) : "memory", "cc"); return z; }
#ifdef __x86_64__
typedef struct { uint64_t low, high; } __attribute__((aligned(16))) two_words;
static inline bool cas16a(two_words *p, two_words *old, two_words new) { bool z; asm volatile("lock cmpxchg16b %1\n\tsetz %0" : "=q"(z), "+m"(*p), "+d"(old->high), "+a"(old->low) : "c"(new.high), "b"(new.low) : "cc", "memory"); return z; }
static inline bool cas16b(two_words *p, two_words *old, const two_words *new) { uint8_t z; asm volatile("lock ; cmpxchg16b %[m]; sete %[z]" : [m] "=m"(p->low), "=a"(old->low), "=d"(old->high), [z] "=r"(z) : "b"(new->low), "c"(new->high), "a"(old->low), "d"(old->high), "m"(p->low) : "memory"); return z; }
typedef struct { void *p; uint64_t n; } __attribute__((aligned(16))) counted;
static inline bool cas16c(counted *p, counted *old, void *new) { bool z; asm volatile("lock; cmpxchg16b (%3)" : "=@ccz"(z), "+a"(old->p), "+d"(old->n) : "r"(p), "b"(new), "c"(old->n + 1) : "memory"); return z; }
#else
static inline uint64_t cas8(uint64_t *p, uint64_t old, uint64_t new) { uint64_t r; asm volatile("lock; cmpxchg8b %1" : "=A"(r), "+m"(*p) : "b"((uint32_t)new), "c"((uint32_t)(new >> 32)), "0"(old) : "memory"); return r; }
#endif
static inline uint64_t tsc(void) { uint32_t lo, hi; asm volatile("rdtsc" : "=a"(lo), "=d"(hi)); return (uint64_t)hi << 32 | lo; }
#define barrier() asm volatile("" ::: "memory")
int main(void) {
  int x = 1; assert(xchg1(&x, 5) == 1 && x == 5); assert(xchg2(&x, 6) == 5 && x == 6); assert(xchg3(&x, 7) == 6 && x == 7); uint8_t b = 200; assert(xchgb(&b, 3) == 200 && b == 3);
  assert(cas1(&x, 7, 8) == 7 && x == 8); assert(cas1(&x, 7, 9) == 8 && x == 8); assert(cas2(&x, 8, 9) && x == 9 && !cas2(&x, 1, 2) && x == 9); assert(cas3(&x, 9, 10) == 1 && x == 10 && cas3(&x, 3, 4) == 0);
  int old = 3; assert(!cas4(&x, &old, 4) && old == 10 && x == 10); assert(cas4(&x, &old, 11) && x == 11 && old == 10); assert(cas5(&x, 11, 12) == 11 && x == 12); assert(xadd(&x, -2) == 12 && x == 10); inc(&x); inc2(&x); assert(x == 12); add(&x, -11); assert(x == 1 && dec(&x) && x == 0 && !dec(&x)); add(&x, 0x7fffffff); add(&x, 5); assert(x == (int)0x80000003); unsigned u = 8; or5(&u); assert(u == 13); and_(&u, 9); assert(u == 9);
  assert(xchg4(&x, 3) == (int)0x80000003 && x == 3); old = 3; assert(cas6(&x, &old, 4) && x == 4 && !cas6(&x, &old, 5) && old == 4); assert(add_negative(&x, -5) && !add_negative(&x, 1) && x == 0); u = 1; assert(dec_not_negative(&u) && !dec_not_negative(&u) && u == ~0u);
  u = 4; assert(!set_bit(&u, 31) && u == 0x80000004u && set_bit(&u, 2)); assert(clear_bit(&u) && u == 4 && !clear_bit(&u)); assert(flip_bit(&u) && u == 12 && !flip_bit(&u) && u == 4); not_(&u); assert(u == ~4u); store(&x, 77); assert(load(&x) == 77); store(&x, -3); assert(load(&x) == -3); store_byte(&b); assert(b == 7);
  uint32_t both[2] = {1, 2}, seen[2] = {1, 2}; assert(cas_pair(both, seen, 3, 4) && both[0] == 3 && both[1] == 4 && !cas_pair(both, seen, 5, 6) && seen[0] == 3 && seen[1] == 4 && both[0] == 3);
  int hidden = 5; asm("" : "=r"(hidden) : "0"(hidden)); assert(hidden == 5); asm volatile("" : "+m"(*&x) : "m"(u)); asm volatile("prefetcht0 %0" : : "m"(both[1])); asm volatile("clflush (%0)" : : "r"(both)); asm volatile("lfence; rdtsc" : "=a"(both[0]), "=d"(both[1])); asm volatile("mfence; lfence; nop"); assert(x == -3);
  asm volatile("mfence" ::: "memory"); asm volatile("pause"); barrier(); asm volatile("rep; nop" ::: "memory"); asm volatile("lfence\n" : : : "memory"); asm volatile("sfence"); tsc();
#ifdef __x86_64__
  two_words w = {1, 2}, o = {1, 2}, n = {3, ~0ull}; assert(cas16a(&w, &o, n) && w.low == 3 && w.high == ~0ull && !cas16a(&w, &o, n) && o.low == 3 && o.high == ~0ull); n.low = 9; assert(cas16b(&w, &o, &n) && w.low == 9 && w.high == ~0ull && !cas16b(&w, &n, &o) == 0);
  counted c = {&x, 5}, was = {&x, 5}; assert(cas16c(&c, &was, &u) && c.p == &u && c.n == 6 && !cas16c(&c, &was, &b) && was.p == &u && was.n == 6);
  void *p = &x; assert(casp(&p, &x, &u) == &x && p == &u); assert(casp(&p, &x, &b) == &u && p == &u); uint64_t q = 1; assert(xaddq(&q, ~0ull) == 1 && q == 0); asm volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
#else
  uint64_t wide = 1ull << 40; assert(cas8(&wide, 1ull << 40, 3ull << 33) == 1ull << 40 && wide == 3ull << 33 && cas8(&wide, 5, 6) == 3ull << 33 && wide == 3ull << 33);
  asm volatile("lock; addl $0,0(%%esp)" ::: "memory");
#endif
  return 0; }
