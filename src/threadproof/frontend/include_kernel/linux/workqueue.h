#ifndef _TP_LINUX_WORKQUEUE_H
#define _TP_LINUX_WORKQUEUE_H
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <pthread.h>
struct work_struct;
typedef void (*work_func_t)(struct work_struct *);
struct work_struct { work_func_t func; };
struct delayed_work { struct work_struct work; };
struct workqueue_struct { _Bool __is_ordered; };
#define WQ_UNBOUND 2
#define WQ_FREEZABLE 4
#define WQ_MEM_RECLAIM 8
#define WQ_HIGHPRI 16
#define WQ_CPU_INTENSIVE 32
#define __WORK_INITIALIZER(name, function) { (function) }
#define DECLARE_WORK(name, function) struct work_struct name = { (function) }
#define DECLARE_DELAYED_WORK(name, function) struct delayed_work name = { { (function) } }
_Bool __kernel_queue_work(struct workqueue_struct *, struct work_struct *);
_Bool __kernel_flush_work(struct work_struct *);
_Bool __kernel_cancel_work(struct work_struct *, _Bool);
_Bool __kernel_work_pending(struct work_struct *);
void __kernel_flush_workqueue(struct workqueue_struct *);
struct workqueue_struct *__kernel_new_workqueue(_Bool);
void __kernel_destroy_workqueue(struct workqueue_struct *);
#define system_wq ((struct workqueue_struct *)0)
#define system_unbound_wq system_wq
#define system_highpri_wq system_wq
#define system_long_wq system_wq
#define INIT_WORK(w, function) ((void)((w)->func = (function)))
#define INIT_WORK_ONSTACK(w, function) INIT_WORK(w, function)
#define INIT_DELAYED_WORK(w, function) INIT_WORK(&(w)->work, function)
#define to_delayed_work(w) container_of(w, struct delayed_work, work)
#define queue_work(q, w) __kernel_queue_work((q), (w))
#define schedule_work(w) queue_work(system_wq, w)
#define queue_delayed_work(q, w, t) ((void)(t), queue_work(q, &__taken_as(struct delayed_work, w)->work))
#define schedule_delayed_work(w, t) queue_delayed_work(system_wq, w, t)
#define flush_work(w) __kernel_flush_work(w)
#define flush_delayed_work(w) flush_work(&__taken_as(struct delayed_work, w)->work)
#define cancel_work(w) __kernel_cancel_work((w), 0)
#define cancel_work_sync(w) __kernel_cancel_work((w), 1)
#define cancel_delayed_work(w) cancel_work(&__taken_as(struct delayed_work, w)->work)
#define cancel_delayed_work_sync(w) cancel_work_sync(&__taken_as(struct delayed_work, w)->work)
#define work_pending(w) __kernel_work_pending(w)
#define delayed_work_pending(w) work_pending(&(w)->work)
#define flush_workqueue(q) __kernel_flush_workqueue(q)
#define drain_workqueue(q) __not_understood("drain_workqueue")
#define flush_scheduled_work() flush_workqueue(system_wq)
#define alloc_workqueue(name, flags, most, ...) \
  ((void)printk((name), ##__VA_ARGS__), (void)(flags), (void)(most), __kernel_new_workqueue(0))
#define alloc_ordered_workqueue(name, flags, ...) \
  ((void)printk((name), ##__VA_ARGS__), (void)(flags), __kernel_new_workqueue(1))
#define create_workqueue(name) ((void)printk("%s", (name)), __kernel_new_workqueue(0))
#define create_singlethread_workqueue(name) ((void)printk("%s", (name)), __kernel_new_workqueue(1))
#define destroy_workqueue(q) __kernel_destroy_workqueue(q)
#endif
