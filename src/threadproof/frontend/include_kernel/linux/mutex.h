#ifndef _TP_LINUX_MUTEX_H
#define _TP_LINUX_MUTEX_H
#include <_tp/kernel.h>
#include <linux/errno.h>
#include <linux/spinlock.h>
#include <pthread.h>
struct mutex { pthread_mutex_t __lock; };
#define __MUTEX_INITIALIZER(name) { PTHREAD_MUTEX_INITIALIZER }
#define DEFINE_MUTEX(name) struct mutex name = __MUTEX_INITIALIZER(name)
int __kernel_mutex_lock_interruptible(pthread_mutex_t *);
#define mutex_init(m) ((void)pthread_mutex_init(&__taken_as(struct mutex, m)->__lock, 0))
#define mutex_destroy(m) ((void)pthread_mutex_destroy(&__taken_as(struct mutex, m)->__lock))
#define mutex_lock(m) ((void)pthread_mutex_lock(&__taken_as(struct mutex, m)->__lock))
#define mutex_unlock(m) ((void)pthread_mutex_unlock(&__taken_as(struct mutex, m)->__lock))
#define mutex_trylock(m) (!pthread_mutex_trylock(&__taken_as(struct mutex, m)->__lock))
#define mutex_lock_interruptible(m) __kernel_mutex_lock_interruptible(&__taken_as(struct mutex, m)->__lock)
#define mutex_lock_killable(m) mutex_lock_interruptible(m)
#define mutex_lock_io(m) mutex_lock(m)
#define mutex_lock_nested(m, n) ((void)(n), mutex_lock(m))
#define mutex_lock_interruptible_nested(m, n) ((void)(n), mutex_lock_interruptible(m))
#define mutex_is_locked(m) __kernel_mutex_is_locked(&__taken_as(struct mutex, m)->__lock)
#endif
