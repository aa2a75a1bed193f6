#ifndef _TP_LINUX_SEQLOCK_H
#define _TP_LINUX_SEQLOCK_H
#include <linux/spinlock.h>
typedef struct seqcount { unsigned int sequence; } seqcount_t;
typedef struct { seqcount_t seqcount; spinlock_t lock; } seqlock_t;
#define SEQCNT_ZERO(name) { 0 }
#define DEFINE_SEQLOCK(name) seqlock_t name = { { 0 }, __SPIN_LOCK_UNLOCKED(name) }
#define seqcount_init(s) WRITE_ONCE(__taken_as(seqcount_t, s)->sequence, 0)
#define seqlock_init(s) \
  do { \
    seqlock_t *__lock = (s); \
    seqcount_init(&__lock->seqcount); \
    spin_lock_init(&__lock->lock); \
  } while (0)
#define raw_read_seqcount(s) \
  ({ unsigned int __count = READ_ONCE(__taken_as(const seqcount_t, s)->sequence); smp_rmb(); __count; })
#define read_seqcount_begin(s) ({ \
    const seqcount_t *__count = (s); \
    unsigned int __even; \
    while ((__even = __atomic_load_n(&__count->sequence, __ATOMIC_ACQUIRE)) & 1) cpu_relax(); \
    __even; \
  })
#define read_seqcount_retry(s, start) (smp_rmb(), READ_ONCE(__taken_as(const seqcount_t, s)->sequence) != (start))
#define __count_up(s) \
  do { seqcount_t *__count = (s); WRITE_ONCE(__count->sequence, __count->sequence + 1); } while (0)
#define write_seqcount_begin(s) do { __count_up(s); smp_wmb(); } while (0)
#define write_seqcount_end(s) do { smp_wmb(); __count_up(s); } while (0)
#define read_seqbegin(s) read_seqcount_begin(&__taken_as(const seqlock_t, s)->seqcount)
#define read_seqretry(s, start) read_seqcount_retry(&__taken_as(const seqlock_t, s)->seqcount, start)
#define write_seqlock(s) \
  do { seqlock_t *__lock = (s); spin_lock(&__lock->lock); write_seqcount_begin(&__lock->seqcount); } while (0)
#define write_sequnlock(s) \
  do { seqlock_t *__lock = (s); write_seqcount_end(&__lock->seqcount); spin_unlock(&__lock->lock); } while (0)
#define write_seqlock_irqsave(s, flags) do { (flags) = __kernel_flags(); write_seqlock(s); } while (0)
#define write_sequnlock_irqrestore(s, flags) do { (void)(flags); write_sequnlock(s); } while (0)
#define write_seqlock_bh(s) write_seqlock(s)
#define write_sequnlock_bh(s) write_sequnlock(s)
#define write_seqlock_irq(s) write_seqlock(s)
#define write_sequnlock_irq(s) write_sequnlock(s)
#define read_seqlock_excl(s) spin_lock(&__taken_as(seqlock_t, s)->lock)
#define read_sequnlock_excl(s) spin_unlock(&__taken_as(seqlock_t, s)->lock)
#endif
