#ifndef _TP__TP_KERNEL_H
#define _TP__TP_KERNEL_H
// What all headers of the kernel give.
#include <limits.h>
#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
typedef __s8 s8;
typedef __u8 u8;
typedef __s16 s16;
typedef __u16 u16;
typedef __s32 s32;
typedef __u32 u32;
typedef __s64 s64;
typedef __u64 u64;
typedef unsigned int gfp_t;
#define __bitwise
#define __user
#define __kernel
#define __iomem
#define __force
#define __rcu
#define __percpu
#define __must_hold(x)
#define __acquires(x)
#define __releases(x)
#define __acquire(x) ((void)0)
#define __release(x) ((void)0)
#define __must_check
#define __maybe_unused __attribute__((__unused__))
#define __always_unused __attribute__((__unused__))
#define __used __attribute__((__used__))
#define __packed __attribute__((__packed__))
#define __aligned(n) __attribute__((__aligned__(n)))
#define __printf(a, b) __attribute__((__format__(printf, a, b)))
#define __always_inline inline __attribute__((__always_inline__))
#define noinline __attribute__((__noinline__))
#define noinline_for_stack noinline
#define __cold
#define __hot
#define __read_mostly
#define __ro_after_init
#define __cacheline_aligned
#define __cacheline_aligned_in_smp
#define ____cacheline_aligned
#define ____cacheline_aligned_in_smp
#define __init
#define __exit
#define __initdata
#define __exitdata
#define asmlinkage
#define fallthrough __attribute__((__fallthrough__))
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define unreachable() __builtin_unreachable()
#define barrier() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define READ_ONCE(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)
// (there is no relaxed access without saying whether it reads)
#define ACCESS_ONCE(x) (*(__sequential_only("ACCESS_ONCE"), (_Atomic __typeof__(x) *)&(x)))
void __sequential_only(const char *);
#define data_race(x) (x)
#define smp_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_rmb() __tp_fence_loads()
#define smp_wmb() __tp_fence_stores()
#define mb() smp_mb()
#define rmb() smp_rmb()
#define wmb() smp_wmb()
#define smp_read_barrier_depends() barrier()
#define smp_mb__before_atomic() __tp_fence_before_exchange()
#define smp_mb__after_atomic() __tp_fence_after_exchange()
#define smp_mb__after_spinlock() __tp_fence_after_lock()
#define smp_mb__after_unlock_lock() __tp_fence_after_unlock_lock()
#define smp_store_mb(x, v) do { WRITE_ONCE(x, v); smp_mb(); } while (0)
#define smp_store_release(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define smp_load_acquire(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define smp_cond_load_acquire(p, condition) __loaded_until(p, condition, __ATOMIC_ACQUIRE)
#define smp_cond_load_relaxed(p, condition) __loaded_until(p, condition, __ATOMIC_RELAXED)
#define __loaded_until(p, condition, order) \
  ({ __typeof__(p) __at = (p); __typeof__(*__at + 0) VAL; \
     for (;;) { VAL = __atomic_load_n(__at, order); if (condition) break; cpu_relax(); } VAL; })
#define cpu_relax() __builtin_ia32_pause()
// What returns a value is a full barrier, if it does what it is asked to.
#define __full(x) ({ smp_mb(); __typeof__(x) __done = (x); smp_mb(); __done; })
#define xchg(p, v) __full(__atomic_exchange_n((p), (v), __ATOMIC_SEQ_CST))
#define xchg_acquire(p, v) __atomic_exchange_n((p), (v), __ATOMIC_ACQUIRE)
#define xchg_release(p, v) __atomic_exchange_n((p), (v), __ATOMIC_RELEASE)
#define xchg_relaxed(p, v) __atomic_exchange_n((p), (v), __ATOMIC_RELAXED)
// (a full barrier if it succeeds, relaxed if not)
#define try_cmpxchg(p, old, new) \
  ({ __tp_fence_before_success(); \
     _Bool __did = __atomic_compare_exchange_n((p), (old), (new), 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED); \
     if (__did) smp_mb(); __did; })
#define __tried(p, old, new, order) __atomic_compare_exchange_n((p), (old), (new), 0, order, __ATOMIC_RELAXED)
#define try_cmpxchg_acquire(p, old, new) __tried(p, old, new, __ATOMIC_ACQUIRE)
#define try_cmpxchg_release(p, old, new) __tried(p, old, new, __ATOMIC_RELEASE)
#define try_cmpxchg_relaxed(p, old, new) __tried(p, old, new, __ATOMIC_RELAXED)
#define __found_by(try, p, old, new) ({ __typeof__((0, *(p))) __found = (old); try((p), &__found, (new)); __found; })
#define cmpxchg(p, old, new) __found_by(try_cmpxchg, p, old, new)
#define cmpxchg_acquire(p, old, new) __found_by(try_cmpxchg_acquire, p, old, new)
#define cmpxchg_release(p, old, new) __found_by(try_cmpxchg_release, p, old, new)
#define cmpxchg_relaxed(p, old, new) __found_by(try_cmpxchg_relaxed, p, old, new)
#define cmpxchg64(p, old, new) cmpxchg(p, old, new)
// (atomic for this processor only, and no barrier for others)
#define cmpxchg_local(p, old, new) (__sequential_only("cmpxchg_local"), cmpxchg(p, old, new))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define DIV_ROUND_UP(n, d) (((n) + (d) - 1) / (d))
#define BIT(n) (1ul << (n))
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
#define BUILD_BUG_ON(condition) _Static_assert(!(condition), #condition)
#define IS_ENABLED(option) (__not_understood("configuration of the kernel"), 0)
// (macros that stand for functions, whose arguments are converted)
#define __taken_as(type, p) _Generic((p), void *: (type *)(p), const void *: (const type *)(p), default: (p))
// (what is constant stays so; everything else is evaluated once)
#define __is_constant(x) (sizeof(int) == sizeof(*(1 ? (void *)((long)(x) * 0l) : (int *)1)))
#define __with(type, x, use, ...) \
  __builtin_choose_expr(__is_constant(x), use(x, __VA_ARGS__), ({ type __held = (x); use(__held, __VA_ARGS__); }))
#define __also_with(type, x, use, ...) \
  __builtin_choose_expr(__is_constant(x), use(x, __VA_ARGS__), ({ type __also_held = (x); use(__also_held, __VA_ARGS__); }))
void __not_understood(const char *);
void __sequential_only(const char *);
void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
#define BUG() __assert_fail("BUG()", __FILE__, __LINE__, __func__)
#define BUG_ON(condition) \
  (unlikely(condition) ? __assert_fail("!(" #condition ")", __FILE__, __LINE__, __func__) : (void)0)
// (a warning is none of the violations)
#define WARN_ON(condition) ({ int __warned = !!(condition); unlikely(__warned); })
#define WARN_ON_ONCE(condition) WARN_ON(condition)
#define WARN(condition, ...) ({ int __warned = !!(condition); if (__warned) printk(__VA_ARGS__); unlikely(__warned); })
#define WARN_ONCE(condition, ...) ({ int __warned = !!(condition); if (__warned) printk_once(__VA_ARGS__); unlikely(__warned); })
#define VM_BUG_ON(condition) BUG_ON(condition)
#define KERN_EMERG ""
#define KERN_ALERT ""
#define KERN_CRIT ""
#define KERN_ERR ""
#define KERN_WARNING ""
#define KERN_NOTICE ""
#define KERN_INFO ""
#define KERN_DEBUG ""
#define KERN_DEFAULT ""
#define KERN_CONT ""
int printf(const char *, ...);
#define printk(...) printf(__VA_ARGS__)
#define printk_once(...) __if_first(printk(__VA_ARGS__))
#define printk_ratelimited(...) ({ if (__VERIFIER_nondet_bool()) printk(__VA_ARGS__); })
// (what is not told is not evaluated)
_Bool __VERIFIER_nondet_bool(void);
#define __if_first(told) ({ static _Atomic _Bool __is_told; if (!__is_told) { __is_told = 1; told; } })
#ifndef pr_fmt
#define pr_fmt(text) text
#endif
#define pr_emerg(text, ...) printk(KERN_EMERG pr_fmt(text), ##__VA_ARGS__)
#define pr_alert(text, ...) printk(KERN_ALERT pr_fmt(text), ##__VA_ARGS__)
#define pr_crit(text, ...) printk(KERN_CRIT pr_fmt(text), ##__VA_ARGS__)
#define pr_err(text, ...) printk(KERN_ERR pr_fmt(text), ##__VA_ARGS__)
#define pr_warn(text, ...) printk(KERN_WARNING pr_fmt(text), ##__VA_ARGS__)
#define pr_warning(text, ...) pr_warn(text, ##__VA_ARGS__)
#define pr_notice(text, ...) printk(KERN_NOTICE pr_fmt(text), ##__VA_ARGS__)
#define pr_info(text, ...) printk(KERN_INFO pr_fmt(text), ##__VA_ARGS__)
#define pr_cont(text, ...) printk(KERN_CONT text, ##__VA_ARGS__)
#ifdef DEBUG
#define pr_debug(text, ...) printk(KERN_DEBUG pr_fmt(text), ##__VA_ARGS__)
#else
#define pr_debug(text, ...) ({ if (0) printk(pr_fmt(text), ##__VA_ARGS__); 0; })
#endif
#define pr_devel(text, ...) pr_debug(text, ##__VA_ARGS__)
#define pr_err_once(text, ...) __if_first(pr_err(text, ##__VA_ARGS__))
#define pr_warn_once(text, ...) __if_first(pr_warn(text, ##__VA_ARGS__))
#define pr_info_once(text, ...) __if_first(pr_info(text, ##__VA_ARGS__))
#define dump_stack() ((void)0)
#define might_sleep() ((void)0)
int sched_yield(void);
#define cond_resched() sched_yield()
#define yield() ((void)sched_yield())
#endif
