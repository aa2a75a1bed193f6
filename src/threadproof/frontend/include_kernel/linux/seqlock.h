#ifndef _TP_LINUX_SEQLOCK_H
#define _TP_LINUX_SEQLOCK_H
#include <linux/spinlock.h>
typedef struct seqcount { unsigned int sequence; } seqcount_t;
typedef struct { seqcount_t seqcount; spinlock_t lock; } seqlock_t;
#define SEQCNT_ZERO(name) { 0 }
#define DEFINE_SEQLOCK(name) seqlock_t name = { { 0 }, __SPIN_LOCK_UNLOCKED(name) }
#define seqcount_init(s) WRITE_ONCE((s)->sequence, 0)
#define seqlock_init(s) do { seqcount_init(&(s)->seqcount); spin_lock_init(&(s)->lock); } while (0)
#define raw_read_seqcount(s) READ_ONCE((s)->sequence)
#define read_seqcount_begin(s) ({ \
    unsigned int __even; \
    while ((__even = __atomic_load_n(&(s)->sequence, __ATOMIC_ACQUIRE)) & 1) cpu_relax(); \
    __even; \
  })
#define read_seqcount_retry(s, start) (smp_rmb(), READ_ONCE((s)->sequence) != (start))
#define write_seqcount_begin(s) do { WRITE_ONCE((s)->sequence, (s)->sequence + 1); smp_wmb(); } while (0)
#define write_seqcount_end(s) do { smp_wmb(); WRITE_ONCE((s)->sequence, (s)->sequence + 1); } while (0)
#define read_seqbegin(s) read_seqcount_begin(&(s)->seqcount)
#define read_seqretry(s, start) read_seqcount_retry(&(s)->seqcount, start)
#define write_seqlock(s) do { spin_lock(&(s)->lock); write_seqcount_begin(&(s)->seqcount); } while (0)
#define write_sequnlock(s) do { write_seqcount_end(&(s)->seqcount); spin_unlock(&(s)->lock); } while (0)
#define write_seqlock_irqsave(s, flags) do { (flags) = __kernel_flags(); write_seqlock(s); } while (0)
#define write_sequnlock_irqrestore(s, flags) do { (void)(flags); write_sequnlock(s); } while (0)
#define write_seqlock_bh(s) write_seqlock(s)
#define write_sequnlock_bh(s) write_sequnlock(s)
#define write_seqlock_irq(s) write_seqlock(s)
#define write_sequnlock_irq(s) write_sequnlock(s)
#define read_seqlock_excl(s) spin_lock(&(s)->lock)
#define read_sequnlock_excl(s) spin_unlock(&(s)->lock)
#endif
