#ifndef _TP_LINUX_RWLOCK_H
#define _TP_LINUX_RWLOCK_H
#include <_tp/kernel.h>
// `__is_written`: who holds it for writing has said so
typedef struct { void *__state; } __kernel_queued;
struct __kernel_rwlock { __kernel_queued __lock; _Atomic _Bool __is_written; };
typedef struct { struct __kernel_rwlock __rw; } rwlock_t;
#define __RW_LOCK_UNLOCKED(name) { { { 0 }, 0 } }
#define DEFINE_RWLOCK(name) rwlock_t name = __RW_LOCK_UNLOCKED(name)
unsigned long __kernel_flags(void);
void __kernel_rw_init(struct __kernel_rwlock *);
void __kernel_read_lock(struct __kernel_rwlock *);
void __kernel_read_unlock(struct __kernel_rwlock *);
int __kernel_read_trylock(struct __kernel_rwlock *);
void __kernel_write_lock(struct __kernel_rwlock *);
void __kernel_write_unlock(struct __kernel_rwlock *);
int __kernel_write_trylock(struct __kernel_rwlock *);
void __kernel_downgrade(struct __kernel_rwlock *);
int __kernel_rw_is_locked(struct __kernel_rwlock *);
#define rwlock_init(l) __kernel_rw_init(&__taken_as(rwlock_t, l)->__rw)
#define read_lock(l) __kernel_read_lock(&__taken_as(rwlock_t, l)->__rw)
#define read_unlock(l) __kernel_read_unlock(&__taken_as(rwlock_t, l)->__rw)
#define read_trylock(l) __kernel_read_trylock(&__taken_as(rwlock_t, l)->__rw)
#define write_lock(l) __kernel_write_lock(&__taken_as(rwlock_t, l)->__rw)
#define write_unlock(l) __kernel_write_unlock(&__taken_as(rwlock_t, l)->__rw)
#define write_trylock(l) __kernel_write_trylock(&__taken_as(rwlock_t, l)->__rw)
#define read_lock_irq(l) read_lock(l)
#define read_unlock_irq(l) read_unlock(l)
#define write_lock_irq(l) write_lock(l)
#define write_unlock_irq(l) write_unlock(l)
#define read_lock_bh(l) read_lock(l)
#define read_unlock_bh(l) read_unlock(l)
#define write_lock_bh(l) write_lock(l)
#define write_unlock_bh(l) write_unlock(l)
#define read_lock_irqsave(l, flags) do { (flags) = __kernel_flags(); read_lock(l); } while (0)
#define read_unlock_irqrestore(l, flags) do { (void)(flags); read_unlock(l); } while (0)
#define write_lock_irqsave(l, flags) do { (flags) = __kernel_flags(); write_lock(l); } while (0)
#define write_unlock_irqrestore(l, flags) do { (void)(flags); write_unlock(l); } while (0)
#endif
