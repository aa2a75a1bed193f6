"""The Linux kernel's: locks, counters, wait queues, threads, works, RCU."""

from __future__ import annotations

from tests.generators.features.snippet import Snippet

DONE = "static DECLARE_COMPLETION(c$n);"
QUEUE = "static DECLARE_WAIT_QUEUE_HEAD(q$n); static int go$n;"
SIDE = "static int side$n(void *a) { $S return $k; }"
WORK = "static void work$n(struct work_struct *w) { $S } static DECLARE_WORK(w$n, work$n);"
NODE = "struct node$n { int v; struct rcu_head h; }; static struct node$n *g$n;"
NEW = "g$n = kzalloc(sizeof *g$n, GFP_KERNEL); if (!g$n) return 0;"

SNIPPETS = (
    Snippet(
        "kernel mutex",
        "mutex_lock(&m$n); $S mutex_unlock(&m$n);",
        "if (mutex_trylock(&m$n)) { $S mutex_unlock(&m$n); } else if (mutex_is_locked(&m$n)) { $S }",
        globals="static DEFINE_MUTEX(m$n);",
        headers="linux/mutex.h",
    ),
    Snippet(
        "kernel mutex, interrupted",
        "if (!mutex_lock_interruptible(&m$n)) { $S mutex_unlock(&m$n); }",
        "mutex_lock(&m$n); $S if ($b) mutex_unlock(&m$n);",
        globals="static struct mutex m$n;",
        setup="mutex_init(&m$n);",
        headers="linux/mutex.h",
    ),
    Snippet(
        "kernel spin lock",
        "unsigned long f$n; spin_lock_irqsave(&l$n, f$n); $S spin_unlock_irqrestore(&l$n, f$n);",
        "if (spin_trylock(&l$n)) { $S spin_unlock(&l$n); }",
        globals="static DEFINE_SPINLOCK(l$n);",
        headers="linux/spinlock.h",
    ),
    Snippet(
        "kernel fences",
        "smp_mb__before_atomic(); atomic_inc(&a$n); smp_mb__after_atomic(); smp_wmb(); $S",
        "spin_lock(&l$n); smp_mb__after_spinlock(); smp_mb__after_unlock_lock(); smp_rmb(); $S spin_unlock(&l$n);",
        globals="static DEFINE_SPINLOCK(l$n); static atomic_t a$n;",
        headers="linux/spinlock.h linux/atomic.h",
    ),
    Snippet(
        "kernel read-write lock",
        "read_lock(&l$n); $S read_unlock(&l$n);",
        "write_lock(&l$n); $S write_unlock(&l$n);",
        globals="static DEFINE_RWLOCK(l$n);",
        headers="linux/spinlock.h",
    ),
    Snippet(
        "kernel read-write semaphore",
        "down_write(&s$n); $S downgrade_write(&s$n); $S up_read(&s$n);",
        "if (down_read_trylock(&s$n)) { $S up_read(&s$n); }",
        globals="static DECLARE_RWSEM(s$n);",
        headers="linux/rwsem.h",
    ),
    Snippet(
        "kernel semaphore",
        "down(&s$n); $S up(&s$n);",
        "if (!down_interruptible(&s$n)) { $S up(&s$n); } if (!down_trylock(&s$n)) { $S }",
        globals="static struct semaphore s$n;",
        setup="sema_init(&s$n, 1);",
        headers="linux/semaphore.h",
    ),
    Snippet(
        "sequence lock",
        "unsigned i$n, v$n; do { i$n = read_seqbegin(&s$n); v$n = x; } while (read_seqretry(&s$n, i$n)); "
        "if (v$n == $k) { $S }",
        "write_seqlock(&s$n); $S $S write_sequnlock(&s$n);",
        globals="static DEFINE_SEQLOCK(s$n);",
        headers="linux/seqlock.h",
    ),
    Snippet(
        "completion", "wait_for_completion(&c$n); $S", "$S complete(&c$n);", globals=DONE, headers="linux/completion.h"
    ),
    Snippet(
        "completion for all",
        "if (wait_for_completion_timeout(&c$n, $k)) { $S } else { $S }",
        "complete_all(&c$n); if (try_wait_for_completion(&c$n)) { $S }",
        globals=DONE,
        headers="linux/completion.h",
    ),
    Snippet(
        "wait queue",
        "wait_event(q$n, READ_ONCE(go$n)); $S",
        "$S WRITE_ONCE(go$n, 1); if ($x != $k) wake_up(&q$n);",
        globals=QUEUE,
        headers="linux/wait.h",
    ),
    Snippet(
        "wait queue in time",
        "if (wait_event_interruptible_timeout(q$n, READ_ONCE(go$n), $k) > 0) { $S }",
        "WRITE_ONCE(go$n, 1); wake_up_interruptible(&q$n); $S",
        globals=QUEUE,
        headers="linux/wait.h",
    ),
    Snippet(
        "kernel thread",
        'struct task_struct *t$n = kthread_run(side$n, 0, "side"); $S if (IS_ERR(t$n)) $x = PTR_ERR(t$n);',
        functions=SIDE,
        headers="linux/kthread.h",
    ),
    Snippet(
        "kernel thread stopped",
        'struct task_struct *t$n = kthread_create(side$n, 0, "side"); if ($b) wake_up_process(t$n); '
        "if (kthread_stop(t$n) == $k) { $S }",
        functions="static int side$n(void *a) { while (!kthread_should_stop()) { $S schedule(); } return $k; }",
        headers="linux/kthread.h",
    ),
    Snippet(
        "error in a pointer",
        "void *p$n = $b ? ERR_PTR(-EINVAL) : (void *)&x; if (__is_error_pointer(p$n)) $x = __error_of_pointer(p$n) == -22;"
        " else { $S } if (IS_ERR_OR_NULL(p$n)) $x += PTR_ERR_OR_ZERO(p$n) == -22;",
        headers="linux/err.h",
    ),
    Snippet(
        "work", "schedule_work(&w$n); $S if (flush_work(&w$n)) { $S }", functions=WORK, headers="linux/workqueue.h"
    ),
    Snippet(
        "work cancelled",
        "queue_work(system_wq, &w$n); $S if (cancel_work_sync(&w$n)) { $S }",
        functions=WORK,
        headers="linux/workqueue.h",
    ),
    Snippet(
        "RCU",
        "rcu_read_lock(); struct node$n *p$n = rcu_dereference(g$n); if (p$n) $x = p$n->v; rcu_read_unlock();",
        "struct node$n *o$n = xchg(&g$n, 0); if ($b) synchronize_rcu(); kfree(o$n);",
        globals=NODE,
        setup=NEW,
        headers="linux/rcupdate.h linux/slab.h",
    ),
    Snippet(
        "call_rcu",
        "rcu_read_lock(); struct node$n *p$n = rcu_dereference(g$n); if (p$n && p$n->v == $b) { $S } rcu_read_unlock();",
        "struct node$n *o$n = xchg(&g$n, 0); if (o$n) call_rcu(&o$n->h, end$n); if ($b) rcu_barrier(); $S",
        globals=NODE,
        functions="static void end$n(struct rcu_head *h) { $S kfree(container_of(h, struct node$n, h)); }",
        setup=NEW,
        headers="linux/rcupdate.h linux/slab.h linux/kernel.h",
    ),
    Snippet(
        "kernel counter",
        "if (atomic_inc_return(&a$n) == $k) { $S }",
        "if (atomic_cmpxchg(&a$n, $b, 2) == 0) { $S } else if (atomic_dec_and_test(&a$n)) { $S }",
        globals="static atomic_t a$n = ATOMIC_INIT($b);",
        headers="linux/atomic.h",
    ),
    Snippet(
        "kernel reference count",
        "if (refcount_inc_not_zero(&r$n)) { $S if (refcount_dec_and_test(&r$n)) { $S } }",
        "if (refcount_dec_and_test(&r$n)) { $S }",
        globals="static refcount_t r$n = REFCOUNT_INIT(1);",
        headers="linux/refcount.h",
    ),
    Snippet(
        "kernel bits",
        "if (!test_and_set_bit($b, &b$n)) { $S clear_bit($b, &b$n); }",
        globals="static unsigned long b$n;",
        headers="linux/bitops.h",
    ),
    Snippet("BUG_ON", "$S BUG_ON($x == $k);", headers="linux/bug.h"),
    Snippet(
        "jiffies",
        "unsigned long j$n = jiffies; msleep(1); if (time_before(jiffies, j$n)) { $S }",
        headers="linux/delay.h linux/jiffies.h",
    ),
)
