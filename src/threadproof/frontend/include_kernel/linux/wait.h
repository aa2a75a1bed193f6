#ifndef _TP_LINUX_WAIT_H
#define _TP_LINUX_WAIT_H
#include <_tp/kernel.h>
#include <linux/errno.h>
#include <linux/spinlock.h>
#include <pthread.h>
typedef struct wait_queue_head {
  spinlock_t lock;
  // whoever waits, and those of them that signals may interrupt
  pthread_cond_t __all, __interruptible;
} wait_queue_head_t;
#define __WAIT_QUEUE_HEAD_INITIALIZER(name) { __SPIN_LOCK_UNLOCKED(name), PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER }
#define DECLARE_WAIT_QUEUE_HEAD(name) wait_queue_head_t name = __WAIT_QUEUE_HEAD_INITIALIZER(name)
#define DECLARE_WAIT_QUEUE_HEAD_ONSTACK(name) DECLARE_WAIT_QUEUE_HEAD(name)
void __kernel_init_waitqueue(wait_queue_head_t *);
void __kernel_wake_up(wait_queue_head_t *);
_Bool __kernel_interrupted(void);
long __kernel_time_left(long);
void __lie_down(pthread_cond_t *);
int __sleep(pthread_cond_t *);
int __sleep_for_a_time(pthread_cond_t *);
int __get_up(pthread_cond_t *);
#define init_waitqueue_head(q) __kernel_init_waitqueue(q)
#define wake_up(q) __kernel_wake_up(q)
#define wake_up_all(q) wake_up(q)
#define wake_up_nr(q, n) ((void)(n), __not_understood("wake_up_nr"))
#define wake_up_interruptible(q) ((void)pthread_cond_broadcast(&(q)->__interruptible))
#define wake_up_interruptible_all(q) wake_up_interruptible(q)
#define wake_up_interruptible_sync(q) wake_up_interruptible(q)
#define waitqueue_active(q) ((void)(q), __not_understood("waitqueue_active"), 0)
#define wq_has_sleeper(q) waitqueue_active(q)
#define __wait_event(bed, condition) do { \
    pthread_cond_t *__bed = &(bed); \
    for (;;) { \
      __lie_down(__bed); \
      if (condition) break; \
      (void)__sleep(__bed); \
    } \
    (void)__get_up(__bed); \
  } while (0)
#define __wait_event_timeout(bed, condition, t) ({ \
    long __left = (t); \
    pthread_cond_t *__bed = &(bed); \
    for (;;) { \
      __lie_down(__bed); \
      if (condition) { __left = __kernel_time_left(__left); break; } \
      if (__left == LONG_MAX) (void)__sleep(__bed); \
      else if (__left <= 0 || __sleep_for_a_time(__bed) == 2) { __left = (condition) ? 1 : 0; break; } \
    } \
    (void)__get_up(__bed); \
    __left; \
  })
#define wait_event(q, condition) do { if (condition) break; __wait_event((q).__all, condition); } while (0)
#define wait_event_timeout(q, condition, t) __wait_event_timeout((q).__all, condition, t)
#define wait_event_interruptible(q, condition) ({ \
    int __interrupted = 0; \
    if (!(condition)) { \
      if (__kernel_interrupted()) __interrupted = -ERESTARTSYS; \
      else __wait_event((q).__interruptible, condition); \
    } \
    __interrupted; \
  })
#define wait_event_killable(q, condition) ({ \
    int __interrupted = 0; \
    if (!(condition)) { \
      if (__kernel_interrupted()) __interrupted = -ERESTARTSYS; \
      else __wait_event((q).__all, condition); \
    } \
    __interrupted; \
  })
#define wait_event_interruptible_timeout(q, condition, t) ({ \
    long __time = (t); \
    (condition) ? __kernel_time_left(__time) \
    : __kernel_interrupted() ? (long)-ERESTARTSYS : __wait_event_timeout((q).__interruptible, condition, __time); \
  })
#define wait_event_freezable(q, condition) wait_event_interruptible(q, condition)
#define wait_event_exclusive(q, condition) __not_understood("wait_event_exclusive")
#define wait_event_exclusive_cmd(q, condition, a, b) __not_understood("wait_event_exclusive_cmd")
#define wait_event_interruptible_exclusive(q, condition) (__not_understood("wait_event_interruptible_exclusive"), 0)
#define wait_event_lock_irq(q, condition, l) do { \
    while (!(condition)) { \
      pthread_cond_t *__bed = &(q).__all; \
      __lie_down(__bed); \
      if (condition) { (void)__get_up(__bed); break; } \
      spin_unlock_irq(&(l)); \
      (void)__sleep(__bed); \
      (void)__get_up(__bed); \
      spin_lock_irq(&(l)); \
    } \
  } while (0)
#endif
