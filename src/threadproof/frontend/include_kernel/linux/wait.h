#ifndef _TP_LINUX_WAIT_H
#define _TP_LINUX_WAIT_H
#include <_tp/kernel.h>
#include <linux/errno.h>
#include <linux/spinlock.h>
#include <pthread.h>
struct task_struct;
#define __MOST_WAITING 8
typedef struct wait_queue_head {
  spinlock_t lock;
  struct task_struct *__waiting[__MOST_WAITING];
} wait_queue_head_t;
#define __WAIT_QUEUE_HEAD_INITIALIZER(name) { __SPIN_LOCK_UNLOCKED(name), { 0 } }
#define DECLARE_WAIT_QUEUE_HEAD(name) wait_queue_head_t name = __WAIT_QUEUE_HEAD_INITIALIZER(name)
#define DECLARE_WAIT_QUEUE_HEAD_ONSTACK(name) DECLARE_WAIT_QUEUE_HEAD(name)
void __kernel_init_waitqueue(wait_queue_head_t *);
void __kernel_wake_up(wait_queue_head_t *, int);
void __kernel_prepare_to_wait(wait_queue_head_t *, int);
void __kernel_finish_wait(wait_queue_head_t *);
int __kernel_sleep(_Bool);
_Bool __kernel_interrupted(void);
long __kernel_time_left(long);
#define init_waitqueue_head(q) __kernel_init_waitqueue(q)
#define wake_up(q) __kernel_wake_up((q), 3)
#define wake_up_all(q) wake_up(q)
#define wake_up_nr(q, n) ((void)(n), __not_understood("wake_up_nr"))
#define wake_up_interruptible(q) __kernel_wake_up((q), 1)
#define wake_up_interruptible_all(q) wake_up_interruptible(q)
#define wake_up_interruptible_sync(q) wake_up_interruptible(q)
#define waitqueue_active(q) ((void)(q), __not_understood("waitqueue_active"), 0)
#define wq_has_sleeper(q) waitqueue_active(q)
#define __wait_event(q, state, condition) do { \
    wait_queue_head_t *__queue = &(q); \
    for (;;) { \
      __kernel_prepare_to_wait(__queue, state); \
      if (condition) break; \
      (void)__kernel_sleep(0); \
    } \
    __kernel_finish_wait(__queue); \
  } while (0)
// All the time is left where nobody had to wait.
#define __wait_event_timeout(q, state, condition, t) ({ \
    long __left = (t); \
    _Bool __has_slept = 0; \
    wait_queue_head_t *__queue = &(q); \
    for (;;) { \
      __kernel_prepare_to_wait(__queue, state); \
      if (condition) { __left = __has_slept ? __kernel_time_left(__left) : __left ? __left : 1; break; } \
      if (!__left) break; \
      __has_slept = 1; \
      if (__left < 0 || __kernel_sleep(__left != LONG_MAX) == 2) __left = 0; \
    } \
    __kernel_finish_wait(__queue); \
    __left; \
  })
#define wait_event(q, condition) do { if (condition) break; __wait_event(q, 2, condition); } while (0)
#define wait_event_timeout(q, condition, t) ({ \
    long __time = (t); \
    (condition) ? (__time ? __time : 1) : !__time ? 0 : __wait_event_timeout(q, 2, condition, __time); \
  })
#define wait_event_interruptible(q, condition) ({ \
    int __interrupted = 0; \
    if (!(condition)) { \
      if (__kernel_interrupted()) __interrupted = -ERESTARTSYS; \
      else __wait_event(q, 1, condition); \
    } \
    __interrupted; \
  })
#define wait_event_killable(q, condition) ({ \
    int __interrupted = 0; \
    if (!(condition)) { \
      if (__kernel_interrupted()) __interrupted = -ERESTARTSYS; \
      else __wait_event(q, 2, condition); \
    } \
    __interrupted; \
  })
#define wait_event_interruptible_timeout(q, condition, t) ({ \
    long __time = (t); \
    (condition) ? (__time ? __time : 1) : !__time ? 0 \
    : __kernel_interrupted() ? (long)-ERESTARTSYS : __wait_event_timeout(q, 1, condition, __time); \
  })
#define wait_event_freezable(q, condition) wait_event_interruptible(q, condition)
#define wait_event_exclusive(q, condition) __not_understood("wait_event_exclusive")
#define wait_event_exclusive_cmd(q, condition, a, b) __not_understood("wait_event_exclusive_cmd")
#define wait_event_interruptible_exclusive(q, condition) (__not_understood("wait_event_interruptible_exclusive"), 0)
#define wait_event_lock_irq(q, condition, l) do { \
    wait_queue_head_t *__queue = &(q); \
    while (!(condition)) { \
      __kernel_prepare_to_wait(__queue, 2); \
      spin_unlock_irq(&(l)); \
      (void)__kernel_sleep(0); \
      spin_lock_irq(&(l)); \
      __kernel_finish_wait(__queue); \
    } \
  } while (0)
// Whoever waits by itself: the entry is only a name.
typedef struct { int __unused; } wait_queue_entry_t, wait_queue_t;
#define DEFINE_WAIT(name) wait_queue_entry_t name = { 0 }
#define init_wait(w) ((void)(w))
#define prepare_to_wait(q, w, state) ((void)(w), __kernel_prepare_to_wait((q), (state)))
#define finish_wait(q, w) ((void)(w), __kernel_finish_wait(q))
#define prepare_to_wait_exclusive(q, w, state) __not_understood("prepare_to_wait_exclusive")
#define add_wait_queue(q, w) __not_understood("add_wait_queue")
#endif
