#ifndef _TP_LINUX_SCHED_H
#define _TP_LINUX_SCHED_H
#include <_tp/kernel.h>
#include <linux/errno.h>
#include <linux/spinlock.h>
#include <pthread.h>
#include <semaphore.h>
#define TASK_RUNNING 0
#define TASK_INTERRUPTIBLE 1
#define TASK_UNINTERRUPTIBLE 2
#define TASK_KILLABLE 258
#define TASK_NORMAL 3
#define TASK_COMM_LEN 16
#define MAX_SCHEDULE_TIMEOUT LONG_MAX
struct task_struct {
  int (*__function)(void *);
  void *__data;
  pthread_t __handle;
  // how many hold it; what it returned, once `__is_over` says so
  _Atomic int __held;
  int __result;
  sem_t __may_begin, __is_over;
  _Atomic _Bool __has_begun, __shall_stop, __shall_park;
  _Atomic int __state_of_it;
  pthread_cond_t __bed;
};
struct task_struct *__kernel_current(void);
void __kernel_set_state(int);
void __kernel_schedule(void);
long __kernel_schedule_timeout(long, int);
int __kernel_wake_up_process(struct task_struct *);
void __kernel_put_task(struct task_struct *);
_Bool __kernel_interrupted(void);
void __kernel_ignore_signals(_Bool);
_Bool __kernel_is_hogging(void);
#define current __kernel_current()
#define set_current_state(state) do { __kernel_set_state(state); smp_mb(); } while (0)
#define __set_current_state(state) __kernel_set_state(state)
#define schedule() __kernel_schedule()
#define schedule_timeout(t) __kernel_schedule_timeout((t), -1)
#define schedule_timeout_interruptible(t) __kernel_schedule_timeout((t), TASK_INTERRUPTIBLE)
#define schedule_timeout_uninterruptible(t) __kernel_schedule_timeout((t), TASK_UNINTERRUPTIBLE)
#define wake_up_process(task) __kernel_wake_up_process(task)
#define get_task_struct(task) ({ struct task_struct *__got = (task); __got->__held++; __got; })
#define put_task_struct(task) __kernel_put_task(task)
#define signal_pending(task) ((void)(task), (int)__kernel_interrupted())
#define fatal_signal_pending(task) signal_pending(task)
#define allow_signal(number) ((void)(number), __kernel_ignore_signals(0))
#define need_resched() ((int)__kernel_is_hogging())
#endif
