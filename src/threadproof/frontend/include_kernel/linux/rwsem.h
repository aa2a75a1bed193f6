#ifndef _TP_LINUX_RWSEM_H
#define _TP_LINUX_RWSEM_H
#include <linux/errno.h>
#include <linux/rwlock.h>
struct rw_semaphore { struct __kernel_rwlock __rw; };
#define __RWSEM_INITIALIZER(name) { { { 0 }, 0 } }
#define DECLARE_RWSEM(name) struct rw_semaphore name = __RWSEM_INITIALIZER(name)
int __kernel_read_lock_interruptible(struct __kernel_rwlock *);
int __kernel_write_lock_interruptible(struct __kernel_rwlock *);
#define init_rwsem(s) __kernel_rw_init(&__taken_as(struct rw_semaphore, s)->__rw)
#define down_read(s) __kernel_read_lock(&__taken_as(struct rw_semaphore, s)->__rw)
#define up_read(s) __kernel_read_unlock(&__taken_as(struct rw_semaphore, s)->__rw)
#define down_read_trylock(s) __kernel_read_trylock(&__taken_as(struct rw_semaphore, s)->__rw)
#define down_write(s) __kernel_write_lock(&__taken_as(struct rw_semaphore, s)->__rw)
#define up_write(s) __kernel_write_unlock(&__taken_as(struct rw_semaphore, s)->__rw)
#define down_write_trylock(s) __kernel_write_trylock(&__taken_as(struct rw_semaphore, s)->__rw)
#define downgrade_write(s) __kernel_downgrade(&__taken_as(struct rw_semaphore, s)->__rw)
#define down_read_interruptible(s) __kernel_read_lock_interruptible(&__taken_as(struct rw_semaphore, s)->__rw)
#define down_read_killable(s) down_read_interruptible(s)
#define down_write_killable(s) __kernel_write_lock_interruptible(&__taken_as(struct rw_semaphore, s)->__rw)
#define down_read_nested(s, n) ((void)(n), down_read(s))
#define down_write_nested(s, n) ((void)(n), down_write(s))
#define rwsem_is_locked(s) __kernel_rw_is_locked(&__taken_as(struct rw_semaphore, s)->__rw)
#endif
