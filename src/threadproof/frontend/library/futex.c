// Waiting for a word in memory, as Linux does it: whoever sleeps has a bed, with the address it sleeps for.
#include <errno.h>
#include <pthread.h>

#define BEDS 8

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
_Bool __VERIFIER_nondet_bool(void);
void __set_errno(int);
void __not_understood(const char *);
// `waiting.py`: the thread lies down, sleeps (0: until somebody wakes it, 1: for no reason, 2: as long as it may), and
// gets up by itself, unless it was woken meanwhile.
void __lie_down(pthread_cond_t *);
int __sleep(pthread_cond_t *);
int __sleep_for_a_time(pthread_cond_t *);
int __get_up(pthread_cond_t *);

static struct {
  const void *at;
  pthread_cond_t sleeper;
} __beds[BEDS];

int __futex_wait(const void *word, unsigned value, _Bool is_timed) {
  int bed = 0;
  __VERIFIER_atomic_begin();
  if (*(const _Atomic unsigned *)word != value) {
    __VERIFIER_atomic_end();
    __set_errno(EAGAIN);
    return -1;
  }
  while (bed < BEDS && __beds[bed].at)
    bed++;
  if (bed == BEDS)
    __not_understood("more than 8 threads that wait for futexes");
  __beds[bed].at = word;
  __lie_down(&__beds[bed].sleeper);
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

// As many as there are, but no more than `most`; any of them.
int __futex_wake(const void *word, int most) {
  int there = 0, woken = 0;
  __VERIFIER_atomic_begin();
  for (int bed = 0; bed < BEDS; bed++)
    there += __beds[bed].at == word;
  if (most > there)
    most = there;
  for (int bed = 0; bed < BEDS && woken < most; bed++)
    if (__beds[bed].at == word) {
      if (most - woken == there || __VERIFIER_nondet_bool()) {
        __beds[bed].at = 0;
        pthread_cond_broadcast(&__beds[bed].sleeper);
        woken++;
      }
      there--;
    }
  __VERIFIER_atomic_end();
  return woken;
}
