// Signals that nobody handles: they are ignored, or end the process, which is not looked at. Sets of them are sets.
#include <errno.h>
#include <signal.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __set_errno(int);
void __not_understood(const char *);
int getpid(void);
int gettid(void);

#define WIDTH (8 * sizeof(unsigned long))
#define LAST 64
// of a set, which has place for more
#define WORDS (LAST / WIDTH)

static int __is_signal(int number) {
  if (number >= 1 && number <= LAST)
    return 1;
  __set_errno(EINVAL);
  return 0;
}

// Two signals belong to glibc itself.
static int __is_free(int number) {
  if (__is_signal(number) && number != 32 && number != 33)
    return 1;
  __set_errno(EINVAL);
  return 0;
}

static int __fill(sigset_t *set, unsigned long word) {
  unsigned long *words = (unsigned long *)set;
  for (int i = 0; i < WORDS; i++)
    words[i] = word;
  return 0;
}

int sigemptyset(sigset_t *set) { return __fill(set, 0); }

int sigaddset(sigset_t *set, int number) {
  if (!__is_free(number))
    return -1;
  ((unsigned long *)set)[(number - 1) / WIDTH] |= 1ul << (number - 1) % WIDTH;
  return 0;
}

int sigdelset(sigset_t *set, int number) {
  if (!__is_free(number))
    return -1;
  ((unsigned long *)set)[(number - 1) / WIDTH] &= ~(1ul << (number - 1) % WIDTH);
  return 0;
}

int sigismember(const sigset_t *set, int number) {
  if (!__is_signal(number))
    return -1;
  return ((const unsigned long *)set)[(number - 1) / WIDTH] >> (number - 1) % WIDTH & 1;
}

int sigfillset(sigset_t *set) {
  __fill(set, ~0ul);
  ((unsigned long *)set)[31 / WIDTH] &= ~(1ul << 31 % WIDTH);
  ((unsigned long *)set)[32 / WIDTH] &= ~(1ul << 32 % WIDTH);
  return 0;
}

// Which signals a thread blocks, as far as it has said so: it begins with those of whoever has begun it, which is kept
// only for main, where they may be any. (What the kernel knows are 64; some are never blocked.)
#define BIT(n, i) ((n) - 1 >= (i) * WIDTH && (n) - 1 < ((i) + 1) * WIDTH ? 1ul << ((n) - 1) % WIDTH : 0)
#define NEVER(i) (BIT(SIGKILL, i) | BIT(SIGSTOP, i) | BIT(32, i) | BIT(33, i))
static _Thread_local unsigned long __blocked[64 / WIDTH], __is_said[64 / WIDTH];

static int __mask(int how, const sigset_t *set, sigset_t *old) {
  unsigned long given[64 / WIDTH], before[64 / WIDTH];
  if (set) {
    for (int i = 0; i < 64 / WIDTH; i++)
      given[i] = ((const volatile unsigned long *)set)[i];
    if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
      return EINVAL;
  }
  if (old)
    for (int i = 0; i < 64 / WIDTH; i++) {
      if (~__is_said[i]) {
        if (gettid() != getpid())
          __not_understood("mask of signals that a thread began with");
        __blocked[i] |= ~__is_said[i] & __VERIFIER_nondet_ulong();
        __is_said[i] = ~0ul;
      }
      before[i] = __blocked[i] & ~NEVER(i);
    }
  if (set)
    for (int i = 0; i < 64 / WIDTH; i++) {
      __is_said[i] = how == SIG_SETMASK ? ~0ul : __is_said[i] | given[i];
      __blocked[i] = how == SIG_BLOCK ? __blocked[i] | given[i] : how == SIG_UNBLOCK ? __blocked[i] & ~given[i] : given[i];
    }
  if (old)
    for (int i = 0; i < 64 / WIDTH; i++)
      ((unsigned long *)old)[i] = before[i];
  return 0;
}
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) { return __mask(how, set, old); }
int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  int error = __mask(how, set, old);
  if (error)
    __set_errno(error);
  return error ? -1 : 0;
}

static int __may_be_set(int number) {
  if (!__is_free(number))
    return 0;
  if (number != SIGKILL && number != SIGSTOP)
    return 1;
  __set_errno(EINVAL);
  return 0;
}

// The program was started with signals that are ignored, or not; what it did itself is not kept either.
static __sighandler_t __before(void) { return __VERIFIER_nondet_bool() ? SIG_IGN : SIG_DFL; }

__sighandler_t signal(int number, __sighandler_t handler) {
  if (handler != SIG_IGN && handler != SIG_DFL)
    __not_understood("function that handles a signal");
  return __may_be_set(number) ? __before() : SIG_ERR;
}

int sigaction(int number, const struct sigaction *new, struct sigaction *old) {
  if (!__is_free(number))
    return -1;
  if (new) {
    __sighandler_t handler = new->sa_handler;
    int flags = new->sa_flags;
    unsigned long first = *(const unsigned long *)&new->sa_mask;
    unsigned long last = ((const unsigned long *)&new->sa_mask)[64 / WIDTH - 1];
    if (handler != SIG_IGN && handler != SIG_DFL)
      __not_understood("function that handles a signal");
    if (!__may_be_set(number))
      return -1;
  }
  if (old) {
    old->sa_handler = __before();
    old->sa_flags = 0;
    sigemptyset(&old->sa_mask);
  }
  return 0;
}
