// The process: numbers that are whatever they are, but do not change; errno; how it ends.
#include <errno.h>

void __set_errno(int);
void __fail(void);
void __not_understood(const char *);
_Bool __VERIFIER_nondet_bool(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
extern unsigned __process, __hardware;
extern _Thread_local unsigned __thread_number;

// Linux has no more than 2^22 processes and threads, and 8192 processors.
#define NUMBER(x) ((x) >> 10 ? (x) >> 10 : 1)
int getpid(void) { return NUMBER(__process); }
int __processors(void) { return 1 + (__hardware >> 19); }
// It may change: if the parent ends, another process takes its place.
int getppid(void) { return __VERIFIER_nondet_uint() >> 10; }

// What else sysconf says of the machine, by the number that a name has in the program: it does not change.
#define LIMITS 16
static _Bool __is_known[LIMITS];
static long __limits[LIMITS];
long __limit(unsigned name) {
  if (name >= LIMITS)
    __not_understood("more than 16 names for sysconf");
  __VERIFIER_atomic_begin();
  if (!__is_known[name]) {
    __is_known[name] = 1;
    __limits[name] = __VERIFIER_nondet_long();
    __VERIFIER_assume(__limits[name] >= -1);
  }
  long limit = __limits[name];
  __VERIFIER_atomic_end();
  return limit;
}

// Who it runs as: the real user, whose rights it has, and whose it may have again; and groups alike.
extern _Atomic unsigned __user, __user_in_effect, __user_saved, __group, __group_in_effect, __group_saved;
unsigned getuid(void) { return __user; }
unsigned geteuid(void) { return __user_in_effect; }
unsigned getgid(void) { return __group; }
unsigned getegid(void) { return __group_in_effect; }

// Whoever has the right to it becomes another one for ever, others only in effect, and only whom they were.
#define BECOME(REAL, IN_EFFECT, SAVED)                                                                                 \
  if (number == -1u) {                                                                                                 \
    __set_errno(EINVAL);                                                                                               \
    return -1;                                                                                                         \
  }                                                                                                                    \
  if (__VERIFIER_nondet_bool()) {                                                                                      \
    __fail();                                                                                                          \
    return -1;                                                                                                         \
  }                                                                                                                    \
  __VERIFIER_atomic_begin();                                                                                           \
  if (__VERIFIER_nondet_bool()) {                                                                                      \
    REAL = number;                                                                                                     \
    SAVED = number;                                                                                                    \
  } else                                                                                                               \
    __VERIFIER_assume(number == REAL || number == SAVED);                                                              \
  IN_EFFECT = number;                                                                                                  \
  __VERIFIER_atomic_end();                                                                                             \
  return 0;
int setuid(unsigned number) { BECOME(__user, __user_in_effect, __user_saved) }
int setgid(unsigned number) { BECOME(__group, __group_in_effect, __group_saved) }

// Of threads other than main, whose number is that of the process: no two have the same.
#define NUMBERED 8
static _Thread_local _Bool __is_numbered = 0;
static _Atomic unsigned __numbered = 0;
static _Atomic int __numbers[NUMBERED];
// those that have ended, where anybody asks; the last one is main
static _Atomic _Bool __has_left[NUMBERED + 1];


// Called where no other thread can come between.
int __number_of_thread(void) {
  int mine = NUMBER(__thread_number);
  if (!__is_numbered) {
    if (__numbered >= NUMBERED)
      __not_understood("gettid of more than 8 threads");
    __VERIFIER_assume(mine != getpid() & mine != __numbers[0] & mine != __numbers[1] & mine != __numbers[2] &
                      mine != __numbers[3] & mine != __numbers[4] & mine != __numbers[5] & mine != __numbers[6] &
                      mine != __numbers[7]);
    __numbers[__numbered++] = mine;
    __is_numbered = 1;
  }
  return mine;
}

// Of one that was asked for, or of main, and that has not ended.
#define IS_THERE(i) (n == __numbers[i] & !__has_left[i])
int __is_number_of_thread(int n) {
  return (n == getpid() & !__has_left[NUMBERED]) | IS_THERE(0) | IS_THERE(1) | IS_THERE(2) | IS_THERE(3) | IS_THERE(4) |
         IS_THERE(5) | IS_THERE(6) | IS_THERE(7);
}

// The thread ends: its number, or 0 if nobody has asked for it.
int __number_leaves(_Bool is_main) {
  if (is_main)
    __has_left[NUMBERED] = 1;
  else if (__is_numbered)
    for (int i = 0; i < NUMBERED; i++)
      if (__numbers[i] == NUMBER(__thread_number))
        __has_left[i] = 1;
  return is_main ? getpid() : __is_numbered ? NUMBER(__thread_number) : 0;
}

// Ids of threads as numbers, for each when it is created: that of one which has ended and was let go may come again.
static _Atomic unsigned __known_ids = 0;
static unsigned long __ids[NUMBERED], __numbers_of_ids[NUMBERED];
_Bool __id_is_free(unsigned long);
unsigned long __VERIFIER_nondet_ulong(void);

#define DIFFERS(i) (number != __numbers_of_ids[i] | __id_is_free(__ids[i]))
#define IS(i) __ids[i] == id ? __numbers_of_ids[i]
unsigned long __number_of_id(unsigned long id) {
  if (id == 0 || id == -1ul)
    return id;
  __VERIFIER_atomic_begin();
  unsigned long number = IS(0) : IS(1) : IS(2) : IS(3) : IS(4) : IS(5) : IS(6) : IS(7) : 0;
  if (!number && __known_ids < NUMBERED) {
    number = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(number != 0 & number != -1ul & DIFFERS(0) & DIFFERS(1) & DIFFERS(2) & DIFFERS(3) & DIFFERS(4) &
                      DIFFERS(5) & DIFFERS(6) & DIFFERS(7));
    __ids[__known_ids] = id;
    __numbers_of_ids[__known_ids] = number;
    __known_ids++;
  }
  __VERIFIER_atomic_end();
  return number;
}

unsigned long __number_asked_for(unsigned long id) {
  unsigned long number = __number_of_id(id);
  if (id && !number)
    __not_understood("ids of more than 8 threads as numbers");
  return number;
}

// SCHED_FIFO and SCHED_RR have priorities; SCHED_OTHER, SCHED_BATCH, SCHED_IDLE and SCHED_DEADLINE have none.
static int __priority(int policy, int with_priorities) {
  if (policy == 1 || policy == 2)
    return with_priorities;
  if (policy == 0 || policy == 3 || policy == 5 || policy == 6)
    return 0;
  __set_errno(EINVAL);
  return -1;
}
int sched_get_priority_min(int policy) { return __priority(policy, 1); }
int sched_get_priority_max(int policy) { return __priority(policy, 99); }

// Of how many threads the program thinks; nobody does anything with it.
static _Atomic int __concurrency = 0;
int pthread_setconcurrency(int level) {
  if (level < 0)
    return EINVAL;
  __concurrency = level;
  return 0;
}
int pthread_getconcurrency(void) { return __concurrency; }

// What the macro `errno` of system headers stands for.
static _Thread_local int __errno_value = 0;
int *__errno_location(void) { return &__errno_value; }
void __store_errno(int value) { __errno_value = value; }

#define EXITS 32

static _Atomic unsigned __exits = 0;
static void (*_Atomic __exit_functions[EXITS])(void);

typedef void (*__exit_function)(void);

static void __VERIFIER_atomic_add(__exit_function function) {
  if (__exits >= EXITS)
    __not_understood("more than 32 functions for the end of the process");
  __exit_functions[__exits++] = function;
}

static _Bool __VERIFIER_atomic_next(__exit_function *function) {
  if (!__exits)
    return 0;
  *function = __exit_functions[--__exits];
  return 1;
}

int atexit(void (*function)(void)) {
  if (!function)
    __not_understood("atexit of no function");
  __VERIFIER_atomic_add(function);
  return 0;
}

// In the reverse of their order; one may add others.
void __run_exit_functions(void) {
  __exit_function function;
  while (__VERIFIER_atomic_next(&function))
    function();
}

// How many threads have not ended, where that matters: the last one ends the process.
static _Atomic unsigned __running = 1;

void __thread_begins(void) { __running++; }
int __thread_ends(void) { return --__running == 0; }

// Clocks that never go back, by their number: each shows no earlier time than it did before, to whatever thread.
#define CLOCKS 15
static _Atomic long long __last_seconds[CLOCKS];
static _Atomic long long __last_parts[CLOCKS];

// Called where no other thread can come between.
void __advance_clock(int clock, long long seconds, long long parts) {
  __VERIFIER_assume(seconds > __last_seconds[clock] ||
                    (seconds == __last_seconds[clock] && parts >= __last_parts[clock]));
  __last_seconds[clock] = seconds;
  __last_parts[clock] = parts;
}

static void __VERIFIER_atomic_wake(int clock, long long seconds, long long parts) {
  if (seconds > __last_seconds[clock] || (seconds == __last_seconds[clock] && parts > __last_parts[clock])) {
    __last_seconds[clock] = seconds;
    __last_parts[clock] = parts;
  }
}

// A clock that is never behind another one.
void __catch_up(int clock, int other) { __VERIFIER_atomic_wake(clock, __last_seconds[other], __last_parts[other]); }

// Who wakes up sees that so much time went by: CLOCK_MONOTONIC, CLOCK_BOOTTIME.
#define SECOND 1000000000
#define LATEST 9223372035
// (later than that no clock shows anything)
static long long __at_most(long long seconds) { return seconds <= LATEST ? seconds : LATEST + 1; }
static void __pass(int clock, long long seconds, long long parts) {
  __VERIFIER_atomic_begin();
  long long since = __last_seconds[clock], until = __last_parts[clock] + parts;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_wake(clock, since + __at_most(seconds) + (until >= SECOND), until >= SECOND ? until - SECOND : until);
}
void __sleep_until(int clock, long long seconds, long long parts) {
  __VERIFIER_atomic_wake(clock, __at_most(seconds), parts);
}
void __pass_time(long long seconds, long long parts) {
  __pass(1, seconds, parts);
  __pass(7, seconds, parts);
}
