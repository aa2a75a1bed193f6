#ifndef _TP_LINUX_SEMAPHORE_H
#define _TP_LINUX_SEMAPHORE_H
#include <_tp/kernel.h>
#include <linux/errno.h>
#include <semaphore.h>
struct semaphore { sem_t __count; };
// (before main, since no constant is a semaphore)
#define __DEFINE_SEMAPHORE(name, n, ...) \
  struct semaphore name; \
  static __attribute__((__constructor__)) void __begin_of_##name(void) { (void)sem_init(&name.__count, 0, (n)); } \
  _Static_assert(1, "")
#define DEFINE_SEMAPHORE(...) __DEFINE_SEMAPHORE(__VA_ARGS__, 1, 1)
int __kernel_down_interruptible(sem_t *);
int __kernel_down_timeout(sem_t *, long);
#define sema_init(s, n) ((void)sem_init(&__taken_as(struct semaphore, s)->__count, 0, (n)))
#define down(s) ((void)sem_wait(&__taken_as(struct semaphore, s)->__count))
#define up(s) ((void)sem_post(&__taken_as(struct semaphore, s)->__count))
#define down_trylock(s) (sem_trywait(&__taken_as(struct semaphore, s)->__count) ? 1 : 0)
#define down_interruptible(s) __kernel_down_interruptible(&__taken_as(struct semaphore, s)->__count)
#define down_killable(s) down_interruptible(s)
#define down_timeout(s, jiffies) __kernel_down_timeout(&__taken_as(struct semaphore, s)->__count, (jiffies))
#endif
