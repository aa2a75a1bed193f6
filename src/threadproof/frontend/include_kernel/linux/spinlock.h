#ifndef _TP_LINUX_SPINLOCK_H
#define _TP_LINUX_SPINLOCK_H
#include <_tp/kernel.h>
#include <linux/rwlock.h>
#include <pthread.h>
// Interrupts and preemption are nobody's here: threads are on processors of their own. (Zeros are a free mutex, as they
// are a free spin lock of the kernel; one of POSIX is free when it is 1.)
typedef struct spinlock { pthread_mutex_t __lock; } spinlock_t;
typedef struct raw_spinlock { pthread_mutex_t __lock; } raw_spinlock_t;
#define __SPIN_LOCK_UNLOCKED(name) { PTHREAD_MUTEX_INITIALIZER }
#define __RAW_SPIN_LOCK_UNLOCKED(name) { PTHREAD_MUTEX_INITIALIZER }
#define DEFINE_SPINLOCK(name) spinlock_t name = __SPIN_LOCK_UNLOCKED(name)
#define DEFINE_RAW_SPINLOCK(name) raw_spinlock_t name = __RAW_SPIN_LOCK_UNLOCKED(name)
unsigned long __kernel_flags(void);
int __kernel_mutex_is_locked(pthread_mutex_t *);
int __unlock_by_store(pthread_mutex_t *);
#define spin_lock_init(l) ((void)pthread_mutex_init(&__taken_as(spinlock_t, l)->__lock, 0))
#define spin_lock(l) ((void)pthread_mutex_lock(&__taken_as(spinlock_t, l)->__lock))
#define spin_unlock(l) ((void)__unlock_by_store(&__taken_as(spinlock_t, l)->__lock))
#define spin_trylock(l) (!pthread_mutex_trylock(&__taken_as(spinlock_t, l)->__lock))
#define spin_lock_nested(l, n) ((void)(n), spin_lock(l))
#define spin_lock_irq(l) spin_lock(l)
#define spin_unlock_irq(l) spin_unlock(l)
#define spin_trylock_irq(l) spin_trylock(l)
#define spin_lock_bh(l) spin_lock(l)
#define spin_unlock_bh(l) spin_unlock(l)
#define spin_trylock_bh(l) spin_trylock(l)
#define spin_lock_irqsave(l, flags) do { (flags) = __kernel_flags(); spin_lock(l); } while (0)
#define spin_unlock_irqrestore(l, flags) do { (void)(flags); spin_unlock(l); } while (0)
#define spin_trylock_irqsave(l, flags) ({ (flags) = __kernel_flags(); spin_trylock(l); })
#define spin_is_locked(l) __kernel_mutex_is_locked(&__taken_as(spinlock_t, l)->__lock)
#define assert_spin_locked(l) BUG_ON(!spin_is_locked(l))
#define raw_spin_lock_init(l) spin_lock_init(l)
#define raw_spin_lock(l) spin_lock(l)
#define raw_spin_unlock(l) spin_unlock(l)
#define raw_spin_trylock(l) spin_trylock(l)
#define raw_spin_lock_nested(l, n) spin_lock_nested(l, n)
#define raw_spin_lock_irq(l) spin_lock(l)
#define raw_spin_unlock_irq(l) spin_unlock(l)
#define raw_spin_lock_bh(l) spin_lock(l)
#define raw_spin_unlock_bh(l) spin_unlock(l)
#define raw_spin_lock_irqsave(l, flags) spin_lock_irqsave(l, flags)
#define raw_spin_unlock_irqrestore(l, flags) spin_unlock_irqrestore(l, flags)
#define raw_spin_trylock_irqsave(l, flags) spin_trylock_irqsave(l, flags)
#define raw_spin_is_locked(l) spin_is_locked(l)
#define lockdep_assert_held(l) ((void)(l))
#define local_irq_save(flags) ((void)((flags) = __kernel_flags()))
#define local_irq_restore(flags) ((void)(flags))
#define local_irq_disable() ((void)0)
#define local_irq_enable() ((void)0)
#define local_bh_disable() ((void)0)
#define local_bh_enable() ((void)0)
#define preempt_disable() ((void)0)
#define preempt_enable() ((void)0)
#endif
