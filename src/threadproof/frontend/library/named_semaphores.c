// Semaphores with names: whoever opens the same name gets the same one, until somebody unlinks it.
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stddef.h>

#define MOST 8
#define LONGEST 32

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __fail(void);
void __set_errno(int);
void __not_understood(const char *);

static sem_t __semaphores[MOST];
static char __names[MOST][LONGEST];
static _Bool __is_linked[MOST];
// in front of the name by which it was opened first: by another one it lies somewhere else, too
static unsigned __slashes[MOST];
static unsigned __known = 0;
// how often each was opened and not closed yet; one that is not linked any more is gone then
static unsigned __opened[MOST];

static _Bool __is_same(const char *a, const char *b) {
  for (unsigned i = 0; i < LONGEST; i++) {
    if (a[i] != b[i])
      return 0;
    if (!a[i])
      return 1;
  }
  return 0;
}

// Slashes in front are no part of a name. Is there one, without any others?
static _Bool __take_name(char *to, const char *name, unsigned *slashes) {
  unsigned first = 0, n = 0;
  char c;
  while ((c = name[first]) == '/')
    first++;
  while (c && c != '/') {
    if (n + 1 >= LONGEST)
      __not_understood("name of a semaphore with more than 31 characters");
    to[n] = c;
    c = name[first + ++n];
  }
  to[n] = 0;
  *slashes = first;
  return n && !c;
}

static unsigned __find(const char *name) {
  for (unsigned i = 0; i < __known; i++)
    if (__is_linked[i] && __is_same(__names[i], name))
      return i;
  return MOST;
}

sem_t *sem_open(const char *name, int flags, ...) {
  char asked[LONGEST];
  unsigned value = 0, slashes;
  if (!__take_name(asked, name, &slashes)) {
    __set_errno(EINVAL);
    return SEM_FAILED;
  }
  if (flags & O_CREAT) {
    va_list rest;
    va_start(rest, flags);
    va_arg(rest, unsigned);
    value = va_arg(rest, unsigned);
    va_end(rest);
  }
  if (__VERIFIER_nondet_bool()) {
    __fail();
    return SEM_FAILED;
  }
  int why = 0;
  __VERIFIER_atomic_begin();
  unsigned n = __find(asked);
  if (n < MOST) {
    if (flags & O_CREAT && flags & O_EXCL)
      why = EEXIST;
    else if (slashes != __slashes[n])
      __not_understood("semaphore that is opened by two names");
  } else if (!(flags & O_CREAT))
    why = ENOENT;
  else if (value > 0x7fffffff)
    why = EINVAL;
  else if (__known >= MOST)
    __not_understood("more than 8 semaphores with names");
  else {
    n = __known++;
    unsigned none;
    __take_name(__names[n], asked, &none);
    __slashes[n] = slashes;
    __is_linked[n] = 1;
    sem_init(&__semaphores[n], 0, value);
  }
  if (!why)
    __opened[n]++;
  __VERIFIER_atomic_end();
  if (why) {
    __set_errno(why);
    return SEM_FAILED;
  }
  return &__semaphores[n];
}

int sem_close(sem_t *semaphore) {
  _Bool is_open = 0;
  __VERIFIER_atomic_begin();
  for (unsigned i = 0; i < MOST; i++)
    if (semaphore == &__semaphores[i] && __opened[i]) {
      __opened[i]--;
      is_open = 1;
    }
  __VERIFIER_atomic_end();
  if (is_open)
    return 0;
  __set_errno(EINVAL);
  return -1;
}

int sem_unlink(const char *name) {
  char asked[LONGEST];
  unsigned slashes;
  if (!__take_name(asked, name, &slashes)) {
    __set_errno(ENOENT);
    return -1;
  }
  if (__VERIFIER_nondet_bool()) {
    __fail();
    return -1;
  }
  __VERIFIER_atomic_begin();
  unsigned n = __find(asked);
  if (n < MOST)
    __is_linked[n] = 0;
  __VERIFIER_atomic_end();
  if (n == MOST) {
    __set_errno(ENOENT);
    return -1;
  }
  return 0;
}
