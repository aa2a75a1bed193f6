// Locks, semaphores, completions, wait queues and counters of the Linux kernel, by those of POSIX.
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/mutex.h>
#include <linux/refcount.h>
#include <linux/rwsem.h>
#include <linux/semaphore.h>
#include <linux/wait.h>

void __VERIFIER_atomic_begin(void);
void __sequential_only(const char *);
void __unordered_begin(void);
void __unordered_end(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
_Bool __VERIFIER_nondet_bool(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);

unsigned long __kernel_flags(void) { return __VERIFIER_nondet_ulong(); }

// Signals come whenever they like to, but only to who has to wait, and never to threads of the kernel itself, unless they
// allow it.
static _Thread_local _Bool __ignores_signals;
void __kernel_ignore_signals(_Bool does) { __ignores_signals = does; }
_Bool __kernel_interrupted(void) { return !__ignores_signals && __VERIFIER_nondet_bool(); }

_Bool __kernel_is_hogging(void) { return __VERIFIER_nondet_bool(); }

int __kernel_mutex_lock_interruptible(pthread_mutex_t *m) {
  if (!pthread_mutex_trylock(m))
    return 0;
  if (__kernel_interrupted())
    return -EINTR;
  pthread_mutex_lock(m);
  return 0;
}

int __kernel_mutex_is_locked(pthread_mutex_t *m) {
  __unordered_begin();
  int is_locked = pthread_mutex_trylock(m) != 0;
  if (!is_locked)
    pthread_mutex_unlock(m);
  __unordered_end();
  return is_locked;
}

int __kernel_down_interruptible(sem_t *s) {
  if (!sem_trywait(s))
    return 0;
  if (__kernel_interrupted())
    return -EINTR;
  sem_wait(s);
  return 0;
}

int __kernel_down_timeout(sem_t *s, long time) {
  if (!sem_trywait(s))
    return 0;
  if (time == LONG_MAX)
    return sem_wait(s);
  return time < 1 || sem_trywait(s) ? -ETIME : 0;
}

// Those for reading and writing: who comes to read may be queued behind somebody who waits to write (`windows/locks.py`).
void InitializeSRWLock(__kernel_queued *);
void AcquireSRWLockShared(__kernel_queued *);
void AcquireSRWLockExclusive(__kernel_queued *);
unsigned char TryAcquireSRWLockShared(__kernel_queued *);
unsigned char TryAcquireSRWLockExclusive(__kernel_queued *);
void ReleaseSRWLockShared(__kernel_queued *);
void ReleaseSRWLockExclusive(__kernel_queued *);

void __kernel_rw_init(struct __kernel_rwlock *l) {
  InitializeSRWLock(&l->__lock);
  l->__is_written = 0;
}

void __kernel_read_lock(struct __kernel_rwlock *l) { AcquireSRWLockShared(&l->__lock); }

int __kernel_read_trylock(struct __kernel_rwlock *l) { return TryAcquireSRWLockShared(&l->__lock); }

void __kernel_read_unlock(struct __kernel_rwlock *l) {
  if (__atomic_load_n(&l->__is_written, __ATOMIC_RELAXED))
    __not_understood("unlock for reading of what is locked for writing");
  ReleaseSRWLockShared(&l->__lock);
}

void __kernel_write_lock(struct __kernel_rwlock *l) {
  AcquireSRWLockExclusive(&l->__lock);
  __atomic_store_n(&l->__is_written, 1, __ATOMIC_RELAXED);
}

int __kernel_write_trylock(struct __kernel_rwlock *l) {
  if (!TryAcquireSRWLockExclusive(&l->__lock))
    return 0;
  __atomic_store_n(&l->__is_written, 1, __ATOMIC_RELAXED);
  return 1;
}

void __kernel_write_unlock(struct __kernel_rwlock *l) {
  __sequential_only("write_unlock");
  if (!l->__is_written)
    __not_understood("unlock for writing of what is not locked for writing");
  l->__is_written = 0;
  ReleaseSRWLockExclusive(&l->__lock);
}

void __kernel_downgrade(struct __kernel_rwlock *l) {
  __sequential_only("downgrade_write");
  if (!l->__is_written)
    __not_understood("downgrade_write of what is not locked for writing");
  __VERIFIER_atomic_begin();
  l->__is_written = 0;
  ReleaseSRWLockExclusive(&l->__lock);
  TryAcquireSRWLockShared(&l->__lock);
  __VERIFIER_atomic_end();
}

int __kernel_rw_is_locked(struct __kernel_rwlock *l) {
  __unordered_begin();
  int is_locked = !TryAcquireSRWLockExclusive(&l->__lock);
  if (!is_locked)
    ReleaseSRWLockExclusive(&l->__lock);
  __unordered_end();
  return is_locked;
}

int __kernel_read_lock_interruptible(struct __kernel_rwlock *l) {
  if (__kernel_read_trylock(l))
    return 0;
  if (__kernel_interrupted())
    return -EINTR;
  __kernel_read_lock(l);
  return 0;
}

int __kernel_write_lock_interruptible(struct __kernel_rwlock *l) {
  if (__kernel_write_trylock(l))
    return 0;
  if (__kernel_interrupted())
    return -EINTR;
  __kernel_write_lock(l);
  return 0;
}

// Completions: after `complete_all` nobody waits, and who did already passes it on.

void __kernel_init_completion(struct completion *x) {
  __unordered_begin();
  __atomic_store_n(&x->__for_all, 0, __ATOMIC_RELAXED);
  sem_init(&x->__done, 0, 0);
  __unordered_end();
}

void __kernel_complete_all(struct completion *x) {
  __VERIFIER_atomic_begin();
  x->__for_all = 1;
  sem_post(&x->__done);
  __VERIFIER_atomic_end();
}

// (which looks first, and then takes a lock, perhaps)
_Bool __kernel_try_wait_for_completion(struct completion *x) {
  __sequential_only("try_wait_for_completion");
  __VERIFIER_atomic_begin();
  _Bool is_done = x->__for_all || !sem_trywait(&x->__done);
  __VERIFIER_atomic_end();
  return is_done;
}

void __kernel_wait_for_completion(struct completion *x) {
  if (x->__for_all)
    return;
  sem_wait(&x->__done);
  __VERIFIER_atomic_begin();
  if (x->__for_all)
    sem_post(&x->__done);
  __VERIFIER_atomic_end();
}

_Bool __kernel_completion_done(struct completion *x) {
  __sequential_only("completion_done");
  int value;
  __VERIFIER_atomic_begin();
  sem_getvalue(&x->__done, &value);
  _Bool is_done = x->__for_all || value > 0;
  __VERIFIER_atomic_end();
  return is_done;
}

int __kernel_wait_for_completion_interruptible(struct completion *x) {
  if (__kernel_try_wait_for_completion(x))
    return 0;
  if (__kernel_interrupted())
    return -ERESTARTSYS;
  __kernel_wait_for_completion(x);
  return 0;
}

// What is left of a time when something happened in it.
long __kernel_time_left(long time) {
  if (time == LONG_MAX)
    return time;
  if (time < 1)
    return 1;
  long left = __VERIFIER_nondet_long();
  __VERIFIER_assume(left >= 1 && left <= time);
  return left;
}

unsigned long __kernel_wait_for_completion_timeout(struct completion *x, unsigned long time) {
  if (__kernel_try_wait_for_completion(x))
    return time ? time : 1;
  if (time == LONG_MAX)
    __kernel_wait_for_completion(x);
  else if (!time || !__kernel_try_wait_for_completion(x))
    return 0;
  return __kernel_time_left(time);
}

long __kernel_wait_for_completion_interruptible_timeout(struct completion *x, unsigned long time) {
  if (__kernel_try_wait_for_completion(x))
    return time ? time : 1;
  if (time && __kernel_interrupted())
    return -ERESTARTSYS;
  return __kernel_wait_for_completion_timeout(x, time);
}

// Counters of references.

static _Bool __is_wrong(int was, int now) { return was < 0 || now < 0; }

_Bool __kernel_refcount_add(int *count, int n, _Bool unless_zero) {
  int was;
  if (unless_zero) {
    do {
      was = __atomic_load_n(count, __ATOMIC_RELAXED);
      if (!was)
        return 0;
    } while (!__atomic_compare_exchange_n(count, &was, (int)((unsigned)was + n), 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  } else
    was = __atomic_fetch_add(count, n, __ATOMIC_RELAXED);
  if (!was || __is_wrong(was, (int)((unsigned)was + n)))
    __atomic_store_n(count, REFCOUNT_SATURATED, __ATOMIC_RELAXED);
  return 1;
}

_Bool __kernel_refcount_sub(int *count, int n) {
  int was = __atomic_fetch_sub(count, n, __ATOMIC_RELEASE);
  if (was == n) {
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return 1;
  }
  if (__is_wrong(was, (int)((unsigned)was - n)))
    __atomic_store_n(count, REFCOUNT_SATURATED, __ATOMIC_RELAXED);
  return 0;
}

void __kernel_refcount_dec(int *count) {
  if (__atomic_fetch_sub(count, 1, __ATOMIC_RELEASE) <= 1)
    __atomic_store_n(count, REFCOUNT_SATURATED, __ATOMIC_RELAXED);
}

// Time never goes back. (It may have turned round already where it has 32 bits.)
static unsigned long __last_jiffies = 0;
static _Bool __is_counting = sizeof(long) > 4;
unsigned long __kernel_jiffies(void) {
  unsigned long now = __VERIFIER_nondet_ulong();
  __unordered_begin();
  __VERIFIER_assume(!__is_counting || (long)(now - __last_jiffies) >= 0);
  __is_counting = 1;
  __last_jiffies = now;
  __unordered_end();
  return now;
}

unsigned long __kernel_msleep_interruptible(unsigned int time) {
  if (!__kernel_interrupted())
    return 0;
  unsigned long left = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(left <= time);
  return left;
}
