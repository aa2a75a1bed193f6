// Random numbers whose generator POSIX prescribes, with a state that the program keeps; and those of the system.
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/types.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
void __set_errno(int);
void __fail(void);

#define FACTOR 0x5deece66dULL
#define TERM 0xb
#define BITS48 0xffffffffffffULL

typedef unsigned short __word48[3];
static unsigned long long __whole(const unsigned short *x) {
  return (unsigned long long)x[2] << 32 | (unsigned long long)x[1] << 16 | x[0];
}

static unsigned long long __step(unsigned short *x, struct drand48_data *by) {
  if (!by->__init) {
    by->__a = FACTOR;
    by->__c = TERM;
    by->__init = 1;
  }
  unsigned long long next = (__whole(x) * by->__a + by->__c) & BITS48;
  x[0] = (unsigned short)next;
  x[1] = (unsigned short)(next >> 16);
  x[2] = (unsigned short)(next >> 32);
  return next;
}

int erand48_r(unsigned short *x, struct drand48_data *by, double *result) {
  *result = (double)__step(x, by) / 281474976710656.0;
  return 0;
}
int nrand48_r(unsigned short *x, struct drand48_data *by, long *result) {
  *result = (long)(__step(x, by) >> 17);
  return 0;
}
int jrand48_r(unsigned short *x, struct drand48_data *by, long *result) {
  *result = (int)(unsigned)(__step(x, by) >> 16);
  return 0;
}
int drand48_r(struct drand48_data *by, double *result) { return erand48_r(by->__x, by, result); }
int lrand48_r(struct drand48_data *by, long *result) { return nrand48_r(by->__x, by, result); }
int mrand48_r(struct drand48_data *by, long *result) { return jrand48_r(by->__x, by, result); }
int srand48_r(long seed, struct drand48_data *by) {
  by->__x[0] = 0x330e;
  by->__x[1] = (unsigned short)seed;
  by->__x[2] = (unsigned short)(seed >> 16);
  by->__a = FACTOR;
  by->__c = TERM;
  by->__init = 1;
  return 0;
}

// Those of all threads together, with a state that nobody locks, not even where the program has numbers of its own.
static struct drand48_data __shared;
static unsigned short __state;
void srand48(long seed) { srand48_r(seed, &__shared); }
#define OF_ALL(RESULT, NAME, NAME_R, WORD)                                                                             \
  RESULT NAME(void) {                                                                                                  \
    RESULT found;                                                                                                      \
    NAME_R(__shared.__x, &__shared, &found);                                                                           \
    return found;                                                                                                      \
  }                                                                                                                    \
  RESULT WORD(unsigned short *x) {                                                                                     \
    RESULT found;                                                                                                      \
    __state = 1;                                                                                                       \
    NAME_R(x, &__shared, &found);                                                                                      \
    return found;                                                                                                      \
  }
OF_ALL(double, drand48, erand48_r, erand48)
OF_ALL(long, lrand48, nrand48_r, nrand48)
OF_ALL(long, mrand48, jrand48_r, jrand48)

static int __done(void) {
  if (__VERIFIER_nondet_bool()) {
    __fail();
    return -1;
  }
  return 0;
}
ssize_t getrandom(void *to, size_t size, unsigned flags) {
  if (__done())
    return -1;
  size_t count = 0;
  while (count < size && (count < 256 || __VERIFIER_nondet_bool()))
    ((char *)to)[count++] = __VERIFIER_nondet_char();
  return count;
}
int getentropy(void *to, size_t size) {
  if (size > 256) {
    __set_errno(EIO);
    return -1;
  }
  if (__done())
    return -1;
  for (size_t i = 0; i < size; i++)
    ((char *)to)[i] = __VERIFIER_nondet_char();
  return 0;
}
