#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
typedef uint8_t u8; typedef uint16_t u16; typedef uint32_t u32;
// Linux
static inline void add1(int i, int *p) { unsigned long tmp; int result; asm volatile("@ atomic_add\n1:\tldrex\t%0, [%3]\n\tadd\t%0, %0, %4\n\tstrex\t%1, %0, [%3]\n\tteq\t%1, #0\n\tbne\t1b" : "=&r"(result), "=&r"(tmp), "+Qo"(*p) : "r"(p), "Ir"(i) : "cc"); }
static inline int cmpxchg(int *p, int old, int new) { int oldval; unsigned long res; do { asm volatile("@ atomic_cmpxchg\nldrex\t%1, [%3]\nmov\t%0, #0\nteq\t%1, %4\nit\teq\nstrexeq %0, %5, [%3]\n" : "=&r"(res), "=&r"(oldval), "+Qo"(*p) : "r"(p), "Ir"(old), "r"(new) : "cc"); } while (res); return oldval; }
static inline int fetch_add_unless(int *p, int a, int u) { int oldval, newval; unsigned long tmp; asm volatile("@ atomic_add_unless\n1:\tldrex\t%0, [%4]\n\tteq\t%0, %5\n\tbeq\t2f\n\tadd\t%1, %0, %6\n\tstrex\t%2, %1, [%4]\n\tteq\t%2, #0\n\tbne\t1b\n2:" : "=&r"(oldval), "=&r"(newval), "=&r"(tmp), "+Qo"(*p) : "r"(p), "r"(u), "r"(a) : "cc"); return oldval; }
static inline u8 xchg8(u8 *p, u8 x) { u32 ret, tmp; asm volatile("@ __xchg1\n1: ldrexb %0, [%3]\n strexb %1, %2, [%3]\n teq %1, #0\n bne 1b" : "=&r"(ret), "=&r"(tmp) : "r"(x), "r"(p) : "memory", "cc"); return ret; }
static inline void lock26(u32 *p) { unsigned long tmp; asm volatile("1: ldrex %0, [%1]\n teq %0, #0\n it ne\n wfene\n itt eq\n strexeq %0, %2, [%1]\n teqeq %0, #0\n bne 1b\n dmb" : "=&r"(tmp) : "r"(p), "r"(1) : "cc", "memory"); }
static inline bool try_lock(u32 *p) { unsigned long contended, res; u32 slock; do { asm volatile("ldrex %0, [%3]\nmov %2, #0\nsubs %1, %0, #0\nit eq\nstrexeq %2, %4, [%3]" : "=&r"(slock), "=&r"(contended), "=&r"(res) : "r"(p), "r"(1) : "cc", "memory"); } while (res); return !contended; }
static inline void read_lock(int *p) { unsigned long tmp, tmp2; asm volatile("1: ldrex %0, [%2]\n adds %0, %0, #1\n it pl\n strexpl %1, %0, [%2]\n it mi\n wfemi\n it pl\n rsbspl %0, %1, #0\n bmi 1b" : "=&r"(tmp), "=&r"(tmp2) : "r"(p) : "cc", "memory"); }
// ck
static inline bool cas(u32 *target, u32 compare, u32 set) { u32 previous = 0, tmp = 0; asm volatile("1:;ldrex %0, [%2];cmp   %0, %4;itt eq;strexeq %1, %3, [%2];cmpeq   %1, #1;beq   1b;" : "+&r"(previous), "+&r"(tmp) : "r"(target), "r"(set), "r"(compare) : "memory", "cc"); return previous == compare; }
static inline bool cas_ptr(void *target, void *compare, void *set) { void *previous, *tmp; asm volatile("1:;ldrex %0, [%2];cmp   %0, %4;itt eq;strexeq %1, %3, [%2];cmpeq   %1, #1;beq   1b;" : "=&r"(previous), "=&r"(tmp) : "r"(target), "r"(set), "r"(compare) : "memory", "cc"); return previous == compare; }
static inline void *fas_ptr(void *target, void *v) { void *previous = 0; void *tmp; asm volatile("1:;ldrex %0, [%2];strex %1, %3, [%2];cmp %1, #0;bne 1b;" : "+&r"(previous), "=&r"(tmp) : "r"(target), "r"(v) : "memory", "cc"); return previous; }
static inline void *fas_ptr2(void *target, void *v) { void *previous = 0, *tmp = 0; asm volatile("1:;ldrex %0, [%2];strex %1, %3, [%2];cmp %1, #0;bne 1b;" : "+&r"(previous), "+&r"(tmp) : "r"(target), "r"(v) : "memory", "cc"); return previous; }
static inline u16 fas16(u16 *target, u16 v) { u16 previous = 0; u16 tmp = 0; asm volatile("1:;ldrexh %0, [%2];strexh %1, %3, [%2];cmp %1, #0;bne 1b;" : "+&r"(previous), "+&r"(tmp) : "r"(target), "r"(v) : "memory", "cc"); return previous; }
static inline u32 faa(u32 *target, u32 delta) { u32 previous = 0, r = 0, tmp = 0; asm volatile("1:;ldrex %0, [%3];add %1, %4, %0;strex %2, %1, [%3];cmp %2, #0;bne  1b;" : "+&r"(previous), "+&r"(r), "+&r"(tmp) : "r"(target), "r"(delta) : "memory", "cc"); return previous; }
static inline void neg(int *target) { int previous = 0, tmp = 0; asm volatile("1:;ldrex %0, [%2];neg %0, %0;strex %1, %0, [%2];cmp   %1, #0;bne   1b;" : "+&r"(previous), "+&r"(tmp) : "r"(target) : "memory", "cc"); }
static inline u32 load(const u32 *p) { u32 r; asm volatile("ldr %0, [%1];" : "=r"(r) : "r"(p) : "memory"); return r; }
static inline void store(u32 *p, u32 v) { asm volatile("dmb\nstr %1, [%0];" : : "r"(p), "r"(v) : "memory"); }
// others
static inline u32 shifted(u32 *p) { u32 old, new, tmp; asm volatile("1: ldrex %0, [%3]\n mov %1, #1\n add %1, %1, %0, lsl #3\n strex %2, %1, [%3]\n cmp %2, #0\n bne 1b" : "=&r"(old), "=&r"(new), "=&r"(tmp) : "r"(p) : "memory", "cc"); return old; }
static inline bool is_less(int *p, int v) { int old, res; asm volatile("ldr %1, %2\n cmp %1, %3\n ite lt\n movlt %0, #1\n movge %0, #0" : "=&r"(res), "=&r"(old) : "m"(*p), "r"(v) : "cc"); return res; }
static inline void with_scratch(u32 *p, u32 v) { asm volatile("1: ldrex r3, [%0]\n orr r3, r3, %1\n strex r2, r3, [%0]\n cmp r2, #0\n bne 1b\n pldw [%0]" : : "r"(p), "r"(v) : "r2", "r3", "cc", "memory"); }
int main(void) {
  int x = 5; add1(3, &x); assert(x == 8); assert(cmpxchg(&x, 8, -1) == 8 && x == -1 && cmpxchg(&x, 8, 1) == -1 && x == -1);
  assert(fetch_add_unless(&x, 3, 7) == -1 && x == 2 && fetch_add_unless(&x, 3, 2) == 2 && x == 2);
  u8 b = 255; assert(xchg8(&b, 7) == 255 && b == 7); u32 u = 0; lock26(&u); assert(u == 1 && !try_lock(&u)); u = 0; assert(try_lock(&u) && u == 1);
  x = 4; read_lock(&x); assert(x == 5);
  assert(cas(&u, 1, 9) && u == 9 && !cas(&u, 1, 3) && u == 9); void *p = &x; assert(cas_ptr(&p, &x, &u) && p == &u && !cas_ptr(&p, &x, &b) && p == &u); assert(fas_ptr(&p, &b) == &u && p == &b);
  assert(fas_ptr2(&p, &x) == &b && p == &x); u16 h = 65535; assert(fas16(&h, 3) == 65535 && h == 3); assert(faa(&u, -10) == 9 && u == ~0u); neg(&x); assert(x == -5); store(&u, 6); assert(load(&u) == 6);
  assert(shifted(&u) == 6 && u == 49); assert(is_less(&x, -4) && !is_less(&x, -5)); with_scratch(&u, 14); assert(u == 63);
  return 0; }
