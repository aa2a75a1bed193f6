#ifndef _TP_LINUX_COMPLETION_H
#define _TP_LINUX_COMPLETION_H
#include <_tp/kernel.h>
#include <linux/errno.h>
#include <semaphore.h>
struct completion { sem_t __done; _Atomic _Bool __for_all; };
#define COMPLETION_INITIALIZER(name) { 0 }
#define COMPLETION_INITIALIZER_ONSTACK(name) { 0 }
#define DECLARE_COMPLETION(name) struct completion name = COMPLETION_INITIALIZER(name)
#define DECLARE_COMPLETION_ONSTACK(name) DECLARE_COMPLETION(name)
#define INIT_COMPLETION(x) reinit_completion(&(x))
void __kernel_init_completion(struct completion *);
void __kernel_complete_all(struct completion *);
void __kernel_wait_for_completion(struct completion *);
_Bool __kernel_try_wait_for_completion(struct completion *);
_Bool __kernel_completion_done(struct completion *);
unsigned long __kernel_wait_for_completion_timeout(struct completion *, unsigned long);
int __kernel_wait_for_completion_interruptible(struct completion *);
long __kernel_wait_for_completion_interruptible_timeout(struct completion *, unsigned long);
#define init_completion(x) __kernel_init_completion(x)
#define reinit_completion(x) __kernel_init_completion(x)
#define complete(x) ((void)sem_post(&__taken_as(struct completion, x)->__done))
#define complete_all(x) __kernel_complete_all(x)
#define wait_for_completion(x) __kernel_wait_for_completion(x)
#define wait_for_completion_io(x) wait_for_completion(x)
#define try_wait_for_completion(x) __kernel_try_wait_for_completion(x)
#define completion_done(x) __kernel_completion_done(x)
#define wait_for_completion_timeout(x, t) __kernel_wait_for_completion_timeout((x), (t))
#define wait_for_completion_interruptible(x) __kernel_wait_for_completion_interruptible(x)
#define wait_for_completion_killable(x) wait_for_completion_interruptible(x)
#define wait_for_completion_interruptible_timeout(x, t) __kernel_wait_for_completion_interruptible_timeout((x), (t))
#define wait_for_completion_killable_timeout(x, t) wait_for_completion_interruptible_timeout(x, t)
#endif
