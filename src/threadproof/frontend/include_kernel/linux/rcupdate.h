#ifndef _TP_LINUX_RCUPDATE_H
#define _TP_LINUX_RCUPDATE_H
#include <_tp/kernel.h>
#include <stdlib.h>
struct rcu_head { struct rcu_head *next; void (*func)(struct rcu_head *); };
typedef void (*rcu_callback_t)(struct rcu_head *);
#define callback_head rcu_head
void __kernel_rcu_read_lock(void);
void __kernel_rcu_read_unlock(void);
void __kernel_synchronize_rcu(void);
void __kernel_call_rcu(struct rcu_head *, rcu_callback_t);
void __kernel_free_rcu(void *);
void __kernel_rcu_barrier(void);
#define rcu_read_lock() __kernel_rcu_read_lock()
#define rcu_read_unlock() __kernel_rcu_read_unlock()
#define rcu_read_lock_bh() rcu_read_lock()
#define rcu_read_unlock_bh() rcu_read_unlock()
#define rcu_read_lock_sched() rcu_read_lock()
#define rcu_read_unlock_sched() rcu_read_unlock()
#define synchronize_rcu() __kernel_synchronize_rcu()
#define synchronize_rcu_expedited() synchronize_rcu()
#define synchronize_sched() synchronize_rcu()
#define call_rcu(head, func) __kernel_call_rcu((head), (func))
#define kfree_rcu(p, ...) __kernel_free_rcu(p)
#define rcu_barrier() __kernel_rcu_barrier()
#define rcu_dereference(p) READ_ONCE(p)
#define rcu_dereference_bh(p) READ_ONCE(p)
#define rcu_dereference_sched(p) READ_ONCE(p)
#define rcu_dereference_raw(p) READ_ONCE(p)
#define rcu_dereference_check(p, condition) READ_ONCE(p)
#define rcu_dereference_protected(p, condition) (p)
#define rcu_access_pointer(p) READ_ONCE(p)
#define rcu_assign_pointer(p, v) smp_store_release(&(p), v)
#define rcu_replace_pointer(p, v, condition) ({ __typeof__(p) __was = (p); rcu_assign_pointer(p, v); __was; })
#define RCU_INIT_POINTER(p, v) WRITE_ONCE(p, v)
#define RCU_INITIALIZER(v) (v)
#define init_rcu_head(head) ((void)(head))
#define destroy_rcu_head(head) ((void)(head))
#endif
