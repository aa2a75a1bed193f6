#ifndef _TP_LINUX_REFCOUNT_H
#define _TP_LINUX_REFCOUNT_H
#include <linux/atomic.h>
// It warns of what is wrong, and then stays where it is.
typedef struct refcount_struct { atomic_t refs; } refcount_t;
#define REFCOUNT_INIT(n) { ATOMIC_INIT(n) }
#define REFCOUNT_MAX INT_MAX
#define REFCOUNT_SATURATED (INT_MIN / 2)
_Bool __kernel_refcount_add(int *, int, _Bool);
_Bool __kernel_refcount_sub(int *, int);
void __kernel_refcount_dec(int *);
#define refcount_set(r, n) atomic_set(&__taken_as(refcount_t, r)->refs, n)
#define refcount_read(r) ((unsigned int)atomic_read(&__taken_as(refcount_t, r)->refs))
#define refcount_add(n, r) ((void)__kernel_refcount_add(&__taken_as(refcount_t, r)->refs.counter, (n), 0))
#define refcount_inc(r) refcount_add(1, r)
#define refcount_add_not_zero(n, r) __kernel_refcount_add(&__taken_as(refcount_t, r)->refs.counter, (n), 1)
#define refcount_inc_not_zero(r) refcount_add_not_zero(1, r)
#define refcount_sub_and_test(n, r) __kernel_refcount_sub(&__taken_as(refcount_t, r)->refs.counter, (n))
#define refcount_dec_and_test(r) refcount_sub_and_test(1, r)
#define refcount_dec(r) __kernel_refcount_dec(&__taken_as(refcount_t, r)->refs.counter)
#endif
