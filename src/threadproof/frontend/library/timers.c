// Time that is set or was used, and timers: what one shows is no more than it was set to. (That one ends is not looked at.)
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <time.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __between(unsigned, unsigned);
int __new_descriptor(const char *, int);
void __set_errno(int);
void __fail(void);
void __not_understood(const char *);
void __anything_in(void *);
void __advance_clock(int, long long, long long);

static int __done(void) {
  if (__VERIFIER_nondet_bool()) {
    __fail();
    return -1;
  }
  return 0;
}

static int __wrong(int error) {
  __set_errno(error);
  return -1;
}

#define SECOND 1000000000
#define IS_PART_OF_SECOND(time) ((time).tv_nsec >= 0 && (time).tv_nsec < SECOND)

// Linux sets one clock only.
int clock_settime(clockid_t clock, const struct timespec *time) {
  struct timespec given = *time;
  if (!IS_PART_OF_SECOND(given) || clock > CLOCK_REALTIME || (clock == CLOCK_REALTIME && given.tv_sec < 0))
    return __wrong(EINVAL);
  return __done();
}

// ---- what was used

#define CLOCK_USER 8
#define CLOCK_SYSTEM 9
#define TICKS_OF_USER 12
#define TICKS_OF_SYSTEM 13
#define TICKS 14

// Time that was used never gets less.
static void __used(struct timeval *time, int clock) {
  __VERIFIER_atomic_begin();
  long seconds = __between(0, 0x7fffffff), parts = __between(0, 999999);
  __advance_clock(clock, seconds, parts);
  __VERIFIER_atomic_end();
  time->tv_sec = seconds;
  time->tv_usec = parts;
}

// (Whether it is what getrusage says is not looked at.)
static clock_t __ticks(int clock) {
  __VERIFIER_atomic_begin();
  clock_t ticks = __VERIFIER_nondet_long();
  __VERIFIER_assume(ticks >= 0);
  __advance_clock(clock, ticks, 0);
  __VERIFIER_atomic_end();
  return ticks;
}

// (Of threads, and of processes that have ended, less is known.)
int getrusage(int who, struct rusage *usage) {
  if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD)
    return __wrong(EINVAL);
  if (who != RUSAGE_SELF)
    __not_understood("getrusage of something else than the process");
  __used(&usage->ru_utime, CLOCK_USER);
  __used(&usage->ru_stime, CLOCK_SYSTEM);
  // (Linux does not count these.)
  usage->ru_ixrss = usage->ru_idrss = usage->ru_isrss = usage->ru_nswap = 0;
  usage->ru_msgsnd = usage->ru_msgrcv = usage->ru_nsignals = 0;
  long *const counts[] = {
      &usage->ru_maxrss,  &usage->ru_minflt, &usage->ru_majflt, &usage->ru_inblock,
      &usage->ru_oublock, &usage->ru_nvcsw,  &usage->ru_nivcsw,
  };
  for (int i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    long count = __VERIFIER_nondet_long();
    __VERIFIER_assume(count >= 0);
    *counts[i] = count;
  }
  return 0;
}

// (Of 32 bits they come round after some months.)
clock_t times(struct tms *used) {
  if (used) {
    __anything_in(used);
    if (sizeof(clock_t) == 8) {
      __VERIFIER_assume(used->tms_cutime >= 0 && used->tms_cstime >= 0);
      used->tms_utime = __ticks(TICKS_OF_USER);
      used->tms_stime = __ticks(TICKS_OF_SYSTEM);
    }
  }
  return sizeof(clock_t) == 8 ? __ticks(TICKS) : __VERIFIER_nondet_long();
}

// ---- timers of the process: whoever started it may have set the first one

// more seconds than this the kernel does not count
#define LATEST 9223372035
#define HALF 500000
// of the processor's time: Linux adds a tick to what is asked for
#define TICK 10000

static _Bool __is_set[3];
// what it showed last, or was set to, and how often it comes again
static struct timeval __left[3], __again[3];

static _Bool __is_less(struct timeval a, struct timeval b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_usec < b.tv_usec);
}

static struct timeval __any_time(void) {
  struct timeval time;
  time.tv_sec = __VERIFIER_nondet_long();
  time.tv_usec = __between(0, 999999);
  __VERIFIER_assume(time.tv_sec >= 0);
  return time;
}

// Called where no other thread can come between.
static void __look(int which, struct itimerval *now) {
  if (!__is_set[which]) {
    __is_set[which] = 1;
    __left[which] = __any_time();
    __again[which] = __any_time();
  }
  struct timeval most = __left[which];
  now->it_interval = __again[which];
  now->it_value.tv_sec = now->it_value.tv_usec = 0;
  if (most.tv_sec == 0 && most.tv_usec == 0)
    return;
  if (__is_less(most, now->it_interval))
    most = now->it_interval;
  now->it_value = __any_time();
  __VERIFIER_assume(!__is_less(most, now->it_value));
  if (now->it_interval.tv_sec == 0 && now->it_interval.tv_usec == 0)
    __left[which] = now->it_value;
}

static void __set(int which, struct itimerval given) {
  _Bool is_off = given.it_value.tv_sec == 0 && given.it_value.tv_usec == 0;
  if (is_off && which == ITIMER_REAL)
    given.it_interval = given.it_value;
  if (!is_off && which != ITIMER_REAL && (given.it_value.tv_usec += TICK) >= 1000000) {
    given.it_value.tv_sec++;
    given.it_value.tv_usec -= 1000000;
  }
  __is_set[which] = 1;
  __left[which] = given.it_value;
  __again[which] = given.it_interval;
}

#define IS_TIMER(which) ((which) >= ITIMER_REAL && (which) <= ITIMER_PROF)
int getitimer(int which, struct itimerval *now) {
  if (!IS_TIMER(which))
    return __wrong(EINVAL);
  struct itimerval found;
  __VERIFIER_atomic_begin();
  __look(which, &found);
  __VERIFIER_atomic_end();
  *now = found;
  return 0;
}

#define IS_TIME_OF_DAY(time) ((time).tv_sec >= 0 && (time).tv_usec >= 0 && (time).tv_usec < 1000000)
// (Linux takes none for zeros; on 32 bits glibc reads it.)
int setitimer(int which, const struct itimerval *new, struct itimerval *old) {
  struct itimerval given = {{0, 0}, {0, 0}}, before;
  if (new || sizeof(long) < 8)
    given = *new;
  if (!IS_TIME_OF_DAY(given.it_value) || !IS_TIME_OF_DAY(given.it_interval) || !IS_TIMER(which))
    return __wrong(EINVAL);
  if (given.it_value.tv_sec > LATEST || given.it_interval.tv_sec > LATEST)
    __not_understood("timer for more than centuries");
  __VERIFIER_atomic_begin();
  __look(which, &before);
  __set(which, given);
  __VERIFIER_atomic_end();
  if (old)
    *old = before;
  return 0;
}

// (What is left is rounded, but never to nothing.)
unsigned alarm(unsigned seconds) {
  struct itimerval given = {{0, 0}, {seconds, 0}}, before;
  __VERIFIER_atomic_begin();
  __look(ITIMER_REAL, &before);
  __set(ITIMER_REAL, given);
  __VERIFIER_atomic_end();
  long left = before.it_value.tv_sec, parts = before.it_value.tv_usec;
  return left + (parts >= HALF || (!left && parts));
}

// ---- timers that are files

int timerfd_create(int clock, int flags) {
  _Bool is_known = clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ||
                   (clock >= CLOCK_BOOTTIME && clock <= CLOCK_BOOTTIME_ALARM);
  if (!is_known || flags & ~(TFD_CLOEXEC | TFD_NONBLOCK))
    return __wrong(EINVAL);
  return __done() ? -1 : __new_descriptor("timer", flags);
}

#define IS_TIME(time) ((time).tv_sec >= 0 && IS_PART_OF_SECOND(time))
int timerfd_gettime(int file, struct itimerspec *now) {
  if (file < 0)
    return __wrong(EBADF);
  if (__done())
    return -1;
  __anything_in(now);
  __VERIFIER_assume(IS_TIME(now->it_interval) && IS_TIME(now->it_value));
  return 0;
}

int timerfd_settime(int file, int flags, const struct itimerspec *new, struct itimerspec *old) {
  struct itimerspec given = *new;
  if (!IS_TIME(given.it_interval) || !IS_TIME(given.it_value) ||
      flags & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET))
    return __wrong(EINVAL);
  if (file < 0)
    return __wrong(EBADF);
  return old ? timerfd_gettime(file, old) : __done();
}
