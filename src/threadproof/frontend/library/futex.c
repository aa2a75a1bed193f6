// Waiting for a word in memory, as Linux does it: whoever sleeps has a bed, with the address it sleeps for.
#include <errno.h>
#include <pthread.h>

#define BEDS 8
#define WAITERS 0x80000000u
#define OWNER_DIED 0x40000000u
#define OWNER 0x3fffffffu

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
_Bool __VERIFIER_nondet_bool(void);
void __set_errno(int);
void __not_understood(const char *);
int __is_number_of_thread(int);
int __number_leaves(_Bool);
// `waiting.py`: the thread lies down, sleeps (0: until somebody wakes it, 1: for no reason, 2: as long as it may), and
// gets up by itself, unless it was woken meanwhile.
void __lie_down(pthread_cond_t *);
int __sleep(pthread_cond_t *);
int __sleep_for_a_time(pthread_cond_t *);
int __get_up(pthread_cond_t *);

typedef _Atomic unsigned word_t;
static struct {
  const void *at;
  // by which bits it may be woken; of a lock, who is to have it
  unsigned bits, number;
  // who waits for it in this process alone is not found by who looks among all
  _Bool is_shared;
  pthread_cond_t sleeper;
} __beds[BEDS];

static int __failed(int error) {
  __VERIFIER_atomic_end();
  __set_errno(error);
  return -1;
}

static _Bool __is_for(int bed, const void *word, _Bool is_shared) {
  return __beds[bed].at == word && __beds[bed].is_shared == is_shared;
}

static _Bool __is_askew(const void *word) { return ((unsigned long)word & 3) != 0; }

static int __go_to_bed(const void *word, _Bool is_shared, unsigned bits, unsigned number) {
  int bed = 0;
  while (bed < BEDS && __beds[bed].at)
    bed++;
  if (bed == BEDS)
    __not_understood("more than 8 threads that wait for futexes");
  __beds[bed].at = word;
  __beds[bed].is_shared = is_shared;
  __beds[bed].bits = bits;
  __beds[bed].number = number;
  __lie_down(&__beds[bed].sleeper);
  return bed;
}

static void __wake(int bed) {
  __beds[bed].at = 0;
  pthread_cond_broadcast(&__beds[bed].sleeper);
}

int __futex_wait(const void *word, _Bool is_shared, unsigned value, unsigned bits, _Bool is_timed) {
  __VERIFIER_atomic_begin();
  if (!bits || __is_askew(word))
    return __failed(EINVAL);
  if (*(const word_t *)word != value)
    return __failed(EAGAIN);
  int bed = __go_to_bed(word, is_shared, bits, 0);
  __VERIFIER_atomic_end();
  int why = is_timed ? __sleep_for_a_time(&__beds[bed].sleeper) : __sleep(&__beds[bed].sleeper);
  if (!why)
    return 0;
  __VERIFIER_atomic_begin();
  _Bool is_asleep = __get_up(&__beds[bed].sleeper);
  if (is_asleep)
    __beds[bed].at = 0;
  __VERIFIER_atomic_end();
  if (!is_asleep || (why == 1 && __VERIFIER_nondet_bool()))
    return 0;
  __set_errno(why == 1 ? EINTR : ETIMEDOUT);
  return -1;
}

// As many as there are, but no more than `most`, and at least one; any of them.
int __futex_wake(const void *word, _Bool is_shared, int most, unsigned bits) {
  int there = 0, woken = 0;
  __VERIFIER_atomic_begin();
  if (!bits || __is_askew(word))
    return __failed(EINVAL);
  for (int bed = 0; bed < BEDS; bed++)
    there += __is_for(bed, word, is_shared) && (__beds[bed].bits & bits);
  if (most < 1)
    most = 1;
  if (most > there)
    most = there;
  for (int bed = 0; bed < BEDS && woken < most; bed++)
    if (__is_for(bed, word, is_shared) && (__beds[bed].bits & bits)) {
      if (most - woken == there || __VERIFIER_nondet_bool()) {
        __wake(bed);
        woken++;
      }
      there--;
    }
  __VERIFIER_atomic_end();
  return woken;
}

// So many are woken, so many of the others sleep for another word from then on; any of them.
int __futex_requeue(const void *word, _Bool is_shared, int most, int others, const void *other, _Bool is_compared,
                    unsigned value) {
  int there = 0, woken = 0, moved = 0;
  __VERIFIER_atomic_begin();
  if (most < 0 || others < 0 || __is_askew(word) || __is_askew(other))
    return __failed(EINVAL);
  if (is_compared && *(const word_t *)word != value)
    return __failed(EAGAIN);
  if (word == other)
    __not_understood("futex whose threads are moved to itself");
  for (int bed = 0; bed < BEDS; bed++)
    there += __is_for(bed, word, is_shared);
  if (most > there)
    most = there;
  if (others > there - most)
    others = there - most;
  for (int bed = 0; bed < BEDS; bed++)
    if (__is_for(bed, word, is_shared)) {
      int left = most - woken + others - moved;
      if (left && (left == there || __VERIFIER_nondet_bool())) {
        if (woken < most && (moved == others || __VERIFIER_nondet_bool())) {
          __wake(bed);
          woken++;
        } else {
          __beds[bed].at = other;
          moved++;
        }
      }
      there--;
    }
  __VERIFIER_atomic_end();
  return woken + moved;
}

// Locks: the word is the number of the thread that has it, and a bit if others wait, to whom it is handed over.

int __futex_lock(const void *word, _Bool is_shared, unsigned me, _Bool waits, _Bool is_timed) {
  __VERIFIER_atomic_begin();
  if (__is_askew(word))
    return __failed(EINVAL);
  unsigned is = *(const word_t *)word, owner = is & OWNER;
  if (is & OWNER_DIED)
    __not_understood("futex whose owner has died");
  if (owner == me)
    return __failed(EDEADLK);
  if (!owner) {
    *(word_t *)word = me;
    __VERIFIER_atomic_end();
    return 0;
  }
  if (!__is_number_of_thread(owner))
    __not_understood("futex that belongs to no thread whose number is known");
  if (!waits)
    return __failed(EAGAIN);
  *(word_t *)word = is | WAITERS;
  int bed = __go_to_bed(word, is_shared, 0, me), why;
  __VERIFIER_atomic_end();
  do
    why = is_timed ? __sleep_for_a_time(&__beds[bed].sleeper) : __sleep(&__beds[bed].sleeper);
  while (why == 1);
  if (!why)
    return 0;
  __VERIFIER_atomic_begin();
  _Bool is_asleep = __get_up(&__beds[bed].sleeper);
  if (is_asleep)
    __beds[bed].at = 0;
  __VERIFIER_atomic_end();
  if (!is_asleep)
    return 0;
  __set_errno(ETIMEDOUT);
  return -1;
}

int __futex_unlock(const void *word, _Bool is_shared, unsigned me) {
  int there = 0;
  __VERIFIER_atomic_begin();
  if ((*(const word_t *)word & OWNER) != me)
    return __failed(EPERM);
  if (__is_askew(word))
    return __failed(EINVAL);
  for (int bed = 0; bed < BEDS; bed++)
    there += __is_for(bed, word, is_shared);
  unsigned next = 0;
  for (int bed = 0; bed < BEDS && !next; bed++)
    if (__is_for(bed, word, is_shared) && (--there == 0 || __VERIFIER_nondet_bool())) {
      next = __beds[bed].number;
      __wake(bed);
    }
  there = 0;
  for (int bed = 0; bed < BEDS; bed++)
    there += __is_for(bed, word, is_shared);
  *(word_t *)word = next | (there ? WAITERS : 0);
  __VERIFIER_atomic_end();
  return 0;
}

// The thread ends. (Linux gives its locks to others, and tells them so, or not: that depends on its version.)
void __leave_locks(_Bool is_main) {
  __VERIFIER_atomic_begin();
  unsigned me = __number_leaves(is_main);
  for (int bed = 0; bed < BEDS; bed++)
    if (me && __beds[bed].at && __beds[bed].number && (*(const word_t *)__beds[bed].at & OWNER) == me)
      __not_understood("end of a thread that has a futex for which others wait");
  __VERIFIER_atomic_end();
}
