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
static inline uint64_t tsc(void) { uint32_t lo, hi; asm volatile("rdtsc" : "=a"(lo), "=d"(hi)); return (uint64_t)hi << 32 | lo; }
#define barrier() asm volatile("" ::: "memory")
int main(void) {
  int x = 1; assert(xchg1(&x, 5) == 1 && x == 5); assert(xchg2(&x, 6) == 5 && x == 6); assert(xchg3(&x, 7) == 6 && x == 7); uint8_t b = 200; assert(xchgb(&b, 3) == 200 && b == 3);
  assert(cas1(&x, 7, 8) == 7 && x == 8); assert(cas1(&x, 7, 9) == 8 && x == 8); assert(cas2(&x, 8, 9) && x == 9 && !cas2(&x, 1, 2) && x == 9); assert(cas3(&x, 9, 10) == 1 && x == 10 && cas3(&x, 3, 4) == 0);
  int old = 3; assert(!cas4(&x, &old, 4) && old == 10 && x == 10); assert(cas4(&x, &old, 11) && x == 11 && old == 10); assert(cas5(&x, 11, 12) == 11 && x == 12); assert(xadd(&x, -2) == 12 && x == 10); inc(&x); inc2(&x); assert(x == 12); add(&x, -11); assert(x == 1 && dec(&x) && x == 0 && !dec(&x)); add(&x, 0x7fffffff); add(&x, 5); assert(x == (int)0x80000003); unsigned u = 8; or5(&u); assert(u == 13); and_(&u, 9); assert(u == 9);
  asm volatile("mfence" ::: "memory"); asm volatile("pause"); barrier(); asm volatile("rep; nop" ::: "memory"); asm volatile("lfence\n" : : : "memory"); asm volatile("sfence"); tsc();
#ifdef __x86_64__
  void *p = &x; assert(casp(&p, &x, &u) == &x && p == &u); assert(casp(&p, &x, &b) == &u && p == &u); uint64_t q = 1; assert(xaddq(&q, ~0ull) == 1 && q == 0); asm volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
#else
  asm volatile("lock; addl $0,0(%%esp)" ::: "memory");
#endif
  return 0; }
