#ifndef _TP_LINUX_ATOMIC_H
#define _TP_LINUX_ATOMIC_H
#include <_tp/kernel.h>
// What returns a value is a full barrier, unless its name says less; what does not is none.
typedef struct { int counter; } atomic_t;
typedef struct { s64 counter; } atomic64_t;
typedef struct { long counter; } atomic_long_t;
#define ATOMIC_INIT(n) { (n) }
#define ATOMIC64_INIT(n) { (n) }
#define ATOMIC_LONG_INIT(n) { (n) }
#define atomic_read(v) __atomic_load_n(&__taken_as(atomic_t, v)->counter, __ATOMIC_RELAXED)
#define atomic_read_acquire(v) __atomic_load_n(&__taken_as(atomic_t, v)->counter, __ATOMIC_ACQUIRE)
#define atomic_set(v, n) __atomic_store_n(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_set_release(v, n) __atomic_store_n(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_add(n, v) ((void)__atomic_fetch_add(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic_fetch_add(n, v) __full(__atomic_fetch_add(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_add_return(n, v) __full(__atomic_add_fetch(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_fetch_add_acquire(n, v) __atomic_fetch_add(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_add_return_acquire(n, v) __atomic_add_fetch(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_fetch_add_release(n, v) __atomic_fetch_add(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_add_return_release(n, v) __atomic_add_fetch(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_fetch_add_relaxed(n, v) __atomic_fetch_add(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_add_return_relaxed(n, v) __atomic_add_fetch(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_sub(n, v) ((void)__atomic_fetch_sub(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic_fetch_sub(n, v) __full(__atomic_fetch_sub(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_sub_return(n, v) __full(__atomic_sub_fetch(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_fetch_sub_acquire(n, v) __atomic_fetch_sub(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_sub_return_acquire(n, v) __atomic_sub_fetch(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_fetch_sub_release(n, v) __atomic_fetch_sub(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_sub_return_release(n, v) __atomic_sub_fetch(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_fetch_sub_relaxed(n, v) __atomic_fetch_sub(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_sub_return_relaxed(n, v) __atomic_sub_fetch(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_and(n, v) ((void)__atomic_fetch_and(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic_fetch_and(n, v) __full(__atomic_fetch_and(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_fetch_and_acquire(n, v) __atomic_fetch_and(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_fetch_and_release(n, v) __atomic_fetch_and(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_fetch_and_relaxed(n, v) __atomic_fetch_and(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_or(n, v) ((void)__atomic_fetch_or(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic_fetch_or(n, v) __full(__atomic_fetch_or(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_fetch_or_acquire(n, v) __atomic_fetch_or(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_fetch_or_release(n, v) __atomic_fetch_or(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_fetch_or_relaxed(n, v) __atomic_fetch_or(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_xor(n, v) ((void)__atomic_fetch_xor(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic_fetch_xor(n, v) __full(__atomic_fetch_xor(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_fetch_xor_acquire(n, v) __atomic_fetch_xor(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_fetch_xor_release(n, v) __atomic_fetch_xor(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_fetch_xor_relaxed(n, v) __atomic_fetch_xor(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_andnot(n, v) atomic_and(~(int)(n), v)
#define atomic_fetch_andnot(n, v) atomic_fetch_and(~(int)(n), v)
#define atomic_inc(v) atomic_add(1, v)
#define atomic_inc_return(v) atomic_add_return(1, v)
#define atomic_fetch_inc(v) atomic_fetch_add(1, v)
#define atomic_inc_return_acquire(v) atomic_add_return_acquire(1, v)
#define atomic_fetch_inc_acquire(v) atomic_fetch_add_acquire(1, v)
#define atomic_inc_return_release(v) atomic_add_return_release(1, v)
#define atomic_fetch_inc_release(v) atomic_fetch_add_release(1, v)
#define atomic_inc_return_relaxed(v) atomic_add_return_relaxed(1, v)
#define atomic_fetch_inc_relaxed(v) atomic_fetch_add_relaxed(1, v)
#define atomic_inc_and_test(v) (atomic_inc_return(v) == 0)
#define atomic_dec(v) atomic_sub(1, v)
#define atomic_dec_return(v) atomic_sub_return(1, v)
#define atomic_fetch_dec(v) atomic_fetch_sub(1, v)
#define atomic_dec_return_acquire(v) atomic_sub_return_acquire(1, v)
#define atomic_fetch_dec_acquire(v) atomic_fetch_sub_acquire(1, v)
#define atomic_dec_return_release(v) atomic_sub_return_release(1, v)
#define atomic_fetch_dec_release(v) atomic_fetch_sub_release(1, v)
#define atomic_dec_return_relaxed(v) atomic_sub_return_relaxed(1, v)
#define atomic_fetch_dec_relaxed(v) atomic_fetch_sub_relaxed(1, v)
#define atomic_dec_and_test(v) (atomic_dec_return(v) == 0)
#define atomic_sub_and_test(n, v) (atomic_sub_return(n, v) == 0)
#define atomic_add_negative(n, v) (atomic_add_return(n, v) < 0)
#define atomic_xchg(v, n) __full(__atomic_exchange_n(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_cmpxchg(v, old, new) cmpxchg(&__taken_as(atomic_t, v)->counter, old, new)
#define atomic_try_cmpxchg(v, old, new) try_cmpxchg(&__taken_as(atomic_t, v)->counter, old, new)
#define atomic_xchg_acquire(v, n) __atomic_exchange_n(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_cmpxchg_acquire(v, old, new) cmpxchg_acquire(&__taken_as(atomic_t, v)->counter, old, new)
#define atomic_try_cmpxchg_acquire(v, old, new) try_cmpxchg_acquire(&__taken_as(atomic_t, v)->counter, old, new)
#define atomic_xchg_release(v, n) __atomic_exchange_n(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_cmpxchg_release(v, old, new) cmpxchg_release(&__taken_as(atomic_t, v)->counter, old, new)
#define atomic_try_cmpxchg_release(v, old, new) try_cmpxchg_release(&__taken_as(atomic_t, v)->counter, old, new)
#define atomic_xchg_relaxed(v, n) __atomic_exchange_n(&__taken_as(atomic_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_cmpxchg_relaxed(v, old, new) cmpxchg_relaxed(&__taken_as(atomic_t, v)->counter, old, new)
#define atomic_try_cmpxchg_relaxed(v, old, new) try_cmpxchg_relaxed(&__taken_as(atomic_t, v)->counter, old, new)
#define atomic_fetch_add_unless(v, n, unless) ({ \
    __typeof__(v) __counted = (v); \
    int __more = (n), __not = (unless), __was; \
    do { \
      __was = atomic_read(__counted); \
      if (__was == __not) break; \
    } while (atomic_cmpxchg(__counted, __was, (int)((unsigned int)__was + __more)) != __was); \
    __was; \
  })
#define atomic_add_unless(v, n, unless) ({ int __unless = (unless); atomic_fetch_add_unless(v, n, __unless) != __unless; })
#define atomic_inc_not_zero(v) atomic_add_unless(v, 1, 0)
#define atomic_dec_unless_one(v) atomic_add_unless(v, -1, 1)
#define atomic_dec_if_positive(v) ({ \
    __typeof__(v) __counted = (v); \
    int __was; \
    do { \
      __was = atomic_read(__counted); \
      if (__was <= 0) break; \
    } while (atomic_cmpxchg(__counted, __was, (int)((unsigned int)__was - 1)) != __was); \
    (int)((unsigned int)__was - 1); \
  })
#define atomic64_read(v) __atomic_load_n(&__taken_as(atomic64_t, v)->counter, __ATOMIC_RELAXED)
#define atomic64_read_acquire(v) __atomic_load_n(&__taken_as(atomic64_t, v)->counter, __ATOMIC_ACQUIRE)
#define atomic64_set(v, n) __atomic_store_n(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic64_set_release(v, n) __atomic_store_n(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic64_add(n, v) ((void)__atomic_fetch_add(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic64_fetch_add(n, v) __full(__atomic_fetch_add(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic64_add_return(n, v) __full(__atomic_add_fetch(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic64_fetch_add_acquire(n, v) __atomic_fetch_add(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic64_add_return_acquire(n, v) __atomic_add_fetch(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic64_fetch_add_release(n, v) __atomic_fetch_add(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic64_add_return_release(n, v) __atomic_add_fetch(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic64_fetch_add_relaxed(n, v) __atomic_fetch_add(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic64_add_return_relaxed(n, v) __atomic_add_fetch(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic64_sub(n, v) ((void)__atomic_fetch_sub(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic64_fetch_sub(n, v) __full(__atomic_fetch_sub(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic64_sub_return(n, v) __full(__atomic_sub_fetch(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic64_fetch_sub_acquire(n, v) __atomic_fetch_sub(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic64_sub_return_acquire(n, v) __atomic_sub_fetch(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic64_fetch_sub_release(n, v) __atomic_fetch_sub(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic64_sub_return_release(n, v) __atomic_sub_fetch(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic64_fetch_sub_relaxed(n, v) __atomic_fetch_sub(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic64_sub_return_relaxed(n, v) __atomic_sub_fetch(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic64_and(n, v) ((void)__atomic_fetch_and(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic64_fetch_and(n, v) __full(__atomic_fetch_and(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic64_fetch_and_acquire(n, v) __atomic_fetch_and(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic64_fetch_and_release(n, v) __atomic_fetch_and(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic64_fetch_and_relaxed(n, v) __atomic_fetch_and(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic64_or(n, v) ((void)__atomic_fetch_or(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic64_fetch_or(n, v) __full(__atomic_fetch_or(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic64_fetch_or_acquire(n, v) __atomic_fetch_or(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic64_fetch_or_release(n, v) __atomic_fetch_or(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic64_fetch_or_relaxed(n, v) __atomic_fetch_or(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic64_xor(n, v) ((void)__atomic_fetch_xor(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic64_fetch_xor(n, v) __full(__atomic_fetch_xor(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic64_fetch_xor_acquire(n, v) __atomic_fetch_xor(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic64_fetch_xor_release(n, v) __atomic_fetch_xor(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic64_fetch_xor_relaxed(n, v) __atomic_fetch_xor(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic64_andnot(n, v) atomic64_and(~(s64)(n), v)
#define atomic64_fetch_andnot(n, v) atomic64_fetch_and(~(s64)(n), v)
#define atomic64_inc(v) atomic64_add(1, v)
#define atomic64_inc_return(v) atomic64_add_return(1, v)
#define atomic64_fetch_inc(v) atomic64_fetch_add(1, v)
#define atomic64_inc_return_acquire(v) atomic64_add_return_acquire(1, v)
#define atomic64_fetch_inc_acquire(v) atomic64_fetch_add_acquire(1, v)
#define atomic64_inc_return_release(v) atomic64_add_return_release(1, v)
#define atomic64_fetch_inc_release(v) atomic64_fetch_add_release(1, v)
#define atomic64_inc_return_relaxed(v) atomic64_add_return_relaxed(1, v)
#define atomic64_fetch_inc_relaxed(v) atomic64_fetch_add_relaxed(1, v)
#define atomic64_inc_and_test(v) (atomic64_inc_return(v) == 0)
#define atomic64_dec(v) atomic64_sub(1, v)
#define atomic64_dec_return(v) atomic64_sub_return(1, v)
#define atomic64_fetch_dec(v) atomic64_fetch_sub(1, v)
#define atomic64_dec_return_acquire(v) atomic64_sub_return_acquire(1, v)
#define atomic64_fetch_dec_acquire(v) atomic64_fetch_sub_acquire(1, v)
#define atomic64_dec_return_release(v) atomic64_sub_return_release(1, v)
#define atomic64_fetch_dec_release(v) atomic64_fetch_sub_release(1, v)
#define atomic64_dec_return_relaxed(v) atomic64_sub_return_relaxed(1, v)
#define atomic64_fetch_dec_relaxed(v) atomic64_fetch_sub_relaxed(1, v)
#define atomic64_dec_and_test(v) (atomic64_dec_return(v) == 0)
#define atomic64_sub_and_test(n, v) (atomic64_sub_return(n, v) == 0)
#define atomic64_add_negative(n, v) (atomic64_add_return(n, v) < 0)
#define atomic64_xchg(v, n) __full(__atomic_exchange_n(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic64_cmpxchg(v, old, new) cmpxchg(&__taken_as(atomic64_t, v)->counter, old, new)
#define atomic64_try_cmpxchg(v, old, new) try_cmpxchg(&__taken_as(atomic64_t, v)->counter, old, new)
#define atomic64_xchg_acquire(v, n) __atomic_exchange_n(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic64_cmpxchg_acquire(v, old, new) cmpxchg_acquire(&__taken_as(atomic64_t, v)->counter, old, new)
#define atomic64_try_cmpxchg_acquire(v, old, new) try_cmpxchg_acquire(&__taken_as(atomic64_t, v)->counter, old, new)
#define atomic64_xchg_release(v, n) __atomic_exchange_n(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic64_cmpxchg_release(v, old, new) cmpxchg_release(&__taken_as(atomic64_t, v)->counter, old, new)
#define atomic64_try_cmpxchg_release(v, old, new) try_cmpxchg_release(&__taken_as(atomic64_t, v)->counter, old, new)
#define atomic64_xchg_relaxed(v, n) __atomic_exchange_n(&__taken_as(atomic64_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic64_cmpxchg_relaxed(v, old, new) cmpxchg_relaxed(&__taken_as(atomic64_t, v)->counter, old, new)
#define atomic64_try_cmpxchg_relaxed(v, old, new) try_cmpxchg_relaxed(&__taken_as(atomic64_t, v)->counter, old, new)
#define atomic64_fetch_add_unless(v, n, unless) ({ \
    __typeof__(v) __counted = (v); \
    s64 __more = (n), __not = (unless), __was; \
    do { \
      __was = atomic64_read(__counted); \
      if (__was == __not) break; \
    } while (atomic64_cmpxchg(__counted, __was, (s64)((u64)__was + __more)) != __was); \
    __was; \
  })
#define atomic64_add_unless(v, n, unless) ({ s64 __unless = (unless); atomic64_fetch_add_unless(v, n, __unless) != __unless; })
#define atomic64_inc_not_zero(v) atomic64_add_unless(v, 1, 0)
#define atomic64_dec_unless_one(v) atomic64_add_unless(v, -1, 1)
#define atomic64_dec_if_positive(v) ({ \
    __typeof__(v) __counted = (v); \
    s64 __was; \
    do { \
      __was = atomic64_read(__counted); \
      if (__was <= 0) break; \
    } while (atomic64_cmpxchg(__counted, __was, (s64)((u64)__was - 1)) != __was); \
    (s64)((u64)__was - 1); \
  })
#define atomic_long_read(v) __atomic_load_n(&__taken_as(atomic_long_t, v)->counter, __ATOMIC_RELAXED)
#define atomic_long_read_acquire(v) __atomic_load_n(&__taken_as(atomic_long_t, v)->counter, __ATOMIC_ACQUIRE)
#define atomic_long_set(v, n) __atomic_store_n(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_long_set_release(v, n) __atomic_store_n(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_long_add(n, v) ((void)__atomic_fetch_add(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic_long_fetch_add(n, v) __full(__atomic_fetch_add(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_long_add_return(n, v) __full(__atomic_add_fetch(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_long_fetch_add_acquire(n, v) __atomic_fetch_add(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_long_add_return_acquire(n, v) __atomic_add_fetch(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_long_fetch_add_release(n, v) __atomic_fetch_add(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_long_add_return_release(n, v) __atomic_add_fetch(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_long_fetch_add_relaxed(n, v) __atomic_fetch_add(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_long_add_return_relaxed(n, v) __atomic_add_fetch(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_long_sub(n, v) ((void)__atomic_fetch_sub(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic_long_fetch_sub(n, v) __full(__atomic_fetch_sub(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_long_sub_return(n, v) __full(__atomic_sub_fetch(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_long_fetch_sub_acquire(n, v) __atomic_fetch_sub(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_long_sub_return_acquire(n, v) __atomic_sub_fetch(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_long_fetch_sub_release(n, v) __atomic_fetch_sub(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_long_sub_return_release(n, v) __atomic_sub_fetch(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_long_fetch_sub_relaxed(n, v) __atomic_fetch_sub(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_long_sub_return_relaxed(n, v) __atomic_sub_fetch(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_long_and(n, v) ((void)__atomic_fetch_and(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic_long_fetch_and(n, v) __full(__atomic_fetch_and(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_long_fetch_and_acquire(n, v) __atomic_fetch_and(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_long_fetch_and_release(n, v) __atomic_fetch_and(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_long_fetch_and_relaxed(n, v) __atomic_fetch_and(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_long_or(n, v) ((void)__atomic_fetch_or(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic_long_fetch_or(n, v) __full(__atomic_fetch_or(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_long_fetch_or_acquire(n, v) __atomic_fetch_or(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_long_fetch_or_release(n, v) __atomic_fetch_or(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_long_fetch_or_relaxed(n, v) __atomic_fetch_or(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_long_xor(n, v) ((void)__atomic_fetch_xor(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED))
#define atomic_long_fetch_xor(n, v) __full(__atomic_fetch_xor(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_long_fetch_xor_acquire(n, v) __atomic_fetch_xor(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_long_fetch_xor_release(n, v) __atomic_fetch_xor(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_long_fetch_xor_relaxed(n, v) __atomic_fetch_xor(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_long_andnot(n, v) atomic_long_and(~(long)(n), v)
#define atomic_long_fetch_andnot(n, v) atomic_long_fetch_and(~(long)(n), v)
#define atomic_long_inc(v) atomic_long_add(1, v)
#define atomic_long_inc_return(v) atomic_long_add_return(1, v)
#define atomic_long_fetch_inc(v) atomic_long_fetch_add(1, v)
#define atomic_long_inc_return_acquire(v) atomic_long_add_return_acquire(1, v)
#define atomic_long_fetch_inc_acquire(v) atomic_long_fetch_add_acquire(1, v)
#define atomic_long_inc_return_release(v) atomic_long_add_return_release(1, v)
#define atomic_long_fetch_inc_release(v) atomic_long_fetch_add_release(1, v)
#define atomic_long_inc_return_relaxed(v) atomic_long_add_return_relaxed(1, v)
#define atomic_long_fetch_inc_relaxed(v) atomic_long_fetch_add_relaxed(1, v)
#define atomic_long_inc_and_test(v) (atomic_long_inc_return(v) == 0)
#define atomic_long_dec(v) atomic_long_sub(1, v)
#define atomic_long_dec_return(v) atomic_long_sub_return(1, v)
#define atomic_long_fetch_dec(v) atomic_long_fetch_sub(1, v)
#define atomic_long_dec_return_acquire(v) atomic_long_sub_return_acquire(1, v)
#define atomic_long_fetch_dec_acquire(v) atomic_long_fetch_sub_acquire(1, v)
#define atomic_long_dec_return_release(v) atomic_long_sub_return_release(1, v)
#define atomic_long_fetch_dec_release(v) atomic_long_fetch_sub_release(1, v)
#define atomic_long_dec_return_relaxed(v) atomic_long_sub_return_relaxed(1, v)
#define atomic_long_fetch_dec_relaxed(v) atomic_long_fetch_sub_relaxed(1, v)
#define atomic_long_dec_and_test(v) (atomic_long_dec_return(v) == 0)
#define atomic_long_sub_and_test(n, v) (atomic_long_sub_return(n, v) == 0)
#define atomic_long_add_negative(n, v) (atomic_long_add_return(n, v) < 0)
#define atomic_long_xchg(v, n) __full(__atomic_exchange_n(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_SEQ_CST))
#define atomic_long_cmpxchg(v, old, new) cmpxchg(&__taken_as(atomic_long_t, v)->counter, old, new)
#define atomic_long_try_cmpxchg(v, old, new) try_cmpxchg(&__taken_as(atomic_long_t, v)->counter, old, new)
#define atomic_long_xchg_acquire(v, n) __atomic_exchange_n(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_ACQUIRE)
#define atomic_long_cmpxchg_acquire(v, old, new) cmpxchg_acquire(&__taken_as(atomic_long_t, v)->counter, old, new)
#define atomic_long_try_cmpxchg_acquire(v, old, new) try_cmpxchg_acquire(&__taken_as(atomic_long_t, v)->counter, old, new)
#define atomic_long_xchg_release(v, n) __atomic_exchange_n(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELEASE)
#define atomic_long_cmpxchg_release(v, old, new) cmpxchg_release(&__taken_as(atomic_long_t, v)->counter, old, new)
#define atomic_long_try_cmpxchg_release(v, old, new) try_cmpxchg_release(&__taken_as(atomic_long_t, v)->counter, old, new)
#define atomic_long_xchg_relaxed(v, n) __atomic_exchange_n(&__taken_as(atomic_long_t, v)->counter, (n), __ATOMIC_RELAXED)
#define atomic_long_cmpxchg_relaxed(v, old, new) cmpxchg_relaxed(&__taken_as(atomic_long_t, v)->counter, old, new)
#define atomic_long_try_cmpxchg_relaxed(v, old, new) try_cmpxchg_relaxed(&__taken_as(atomic_long_t, v)->counter, old, new)
#define atomic_long_fetch_add_unless(v, n, unless) ({ \
    __typeof__(v) __counted = (v); \
    long __more = (n), __not = (unless), __was; \
    do { \
      __was = atomic_long_read(__counted); \
      if (__was == __not) break; \
    } while (atomic_long_cmpxchg(__counted, __was, (long)((unsigned long)__was + __more)) != __was); \
    __was; \
  })
#define atomic_long_add_unless(v, n, unless) ({ long __unless = (unless); atomic_long_fetch_add_unless(v, n, __unless) != __unless; })
#define atomic_long_inc_not_zero(v) atomic_long_add_unless(v, 1, 0)
#define atomic_long_dec_unless_one(v) atomic_long_add_unless(v, -1, 1)
#define atomic_long_dec_if_positive(v) ({ \
    __typeof__(v) __counted = (v); \
    long __was; \
    do { \
      __was = atomic_long_read(__counted); \
      if (__was <= 0) break; \
    } while (atomic_long_cmpxchg(__counted, __was, (long)((unsigned long)__was - 1)) != __was); \
    (long)((unsigned long)__was - 1); \
  })
#endif
