#ifndef _TP_LINUX_KTHREAD_H
#define _TP_LINUX_KTHREAD_H
#include <linux/err.h>
#include <linux/sched.h>
struct task_struct *__kernel_kthread_create(int (*)(void *), void *);
int __kernel_kthread_stop(struct task_struct *);
#define kthread_create(function, data, ...) ((void)printk(__VA_ARGS__), __kernel_kthread_create((function), (data)))
#define kthread_create_on_node(function, data, node, ...) ((void)(node), kthread_create(function, data, __VA_ARGS__))
#define kthread_run(function, data, ...) ({ \
    struct task_struct *__new = kthread_create(function, data, __VA_ARGS__); \
    (void)wake_up_process(__new); \
    __new; \
  })
#define kthread_bind(task, cpu) ((void)(task), (void)(cpu))
#define kthread_stop(task) __kernel_kthread_stop(task)
#define kthread_should_stop() ((_Bool)__atomic_load_n(&current->__shall_stop, __ATOMIC_RELAXED))
#define kthread_should_park() (0)
#define kthread_park(task) ((void)(task), __not_understood("kthread_park"), 0)
#endif
