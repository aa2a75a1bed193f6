// What the system answers: any result that POSIX allows, and errno if it is a failure. Descriptors are numbers.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/select.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
short __VERIFIER_nondet_short(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __between(unsigned, unsigned);
void __set_errno(int);
void __fail(void);
void __not_understood(const char *);
void __read_string(const char *);
void __read_at_most(const char *, size_t);

static int __done(void) {
  if (__VERIFIER_nondet_bool()) {
    __fail();
    return -1;
  }
  return 0;
}

static int __number_or_failure(void) { return __done() ? -1 : __between(0, 0x7fffffff); }

// ---- files and other things that have descriptors

int open(const char *path, int flags, ...) {
  __read_string(path);
  return __number_or_failure();
}
int openat(int folder, const char *path, int flags, ...) {
  __read_string(path);
  return __number_or_failure();
}
int creat(const char *path, unsigned mode) {
  __read_string(path);
  return __number_or_failure();
}
int close(int file) { return __done(); }
int fsync(int file) { return __done(); }
int fdatasync(int file) { return __done(); }
int dup(int file) { return __number_or_failure(); }
int dup2(int file, int as) {
  if (as >= 0)
    return __done() ? -1 : as;
  __set_errno(EBADF);
  return -1;
}
int isatty(int file) { return __done() + 1; }
int socket(int domain, int type, int protocol) { return __number_or_failure(); }
int listen(int socket, int most) { return __done(); }
int shutdown(int socket, int how) { return __done(); }
int epoll_create(int size) { return __number_or_failure(); }
int epoll_create1(int flags) { return __number_or_failure(); }
int eventfd(unsigned value, int flags) { return __number_or_failure(); }

#define ON_PATH(NAME)                                                                                                  \
  int NAME(const char *path) {                                                                                         \
    __read_string(path);                                                                                               \
    return __done();                                                                                                   \
  }
ON_PATH(unlink)
ON_PATH(rmdir)
ON_PATH(chdir)
ON_PATH(remove)
int access(const char *path, int mode) {
  __read_string(path);
  return __done();
}
int mkdir(const char *path, unsigned mode) {
  __read_string(path);
  return __done();
}
int rename(const char *old, const char *new) {
  __read_string(old);
  __read_string(new);
  return __done();
}

int pipe(int ends[2]) {
  if (__done())
    return -1;
  int out = __between(0, 0x7fffffff), in = __between(0, 0x7fffffff);
  __VERIFIER_assume(out != in);
  ends[0] = out;
  ends[1] = in;
  return 0;
}
int pipe2(int ends[2], int flags) { return pipe(ends); }

int fcntl(int file, int command, ...) {
  switch (command) {
  case F_GETFL:
  case F_GETFD:
  case F_DUPFD:
    return __number_or_failure();
  case F_SETFL:
  case F_SETFD:
    return __done();
  }
  __not_understood("fcntl with a command other than F_GETFL, F_SETFL, F_GETFD, F_SETFD and F_DUPFD");
  return -1;
}

int poll(struct pollfd *files, nfds_t n, int milliseconds) {
  int ready = 0, waits = milliseconds >= 0;
  if (__done())
    return -1;
  for (nfds_t i = 0; i < n; i++) {
    int file = files[i].fd;
    short asked = files[i].events, found = 0;
    if (file >= 0) {
      waits = 1;
      found = __VERIFIER_nondet_short();
      __VERIFIER_assume((found & ~(asked | POLLERR | POLLHUP | POLLNVAL)) == 0);
    }
    files[i].revents = found;
    ready += found != 0;
  }
  if (!waits)
    __not_understood("poll of nothing, for ever");
  __VERIFIER_assume(ready || milliseconds >= 0);
  return ready;
}

// Of the first n: how many are left, as far as 2.
#define WIDTH (8 * sizeof(long))
static int __some_of(int n, fd_set *files, _Bool *waits) {
  int count = 0;
  unsigned long *words = (unsigned long *)files;
  for (int i = 0; files && i < sizeof(fd_set) / sizeof(long) && i * WIDTH < n; i++) {
    unsigned long asked = words[i];
    if (n - i * WIDTH < WIDTH)
      asked &= (1ul << (n - i * WIDTH)) - 1;
    unsigned long left = asked & __VERIFIER_nondet_ulong();
    words[i] = left;
    *waits |= asked != 0;
    if (left)
      count += left & (left - 1) ? 2 : 1;
  }
  return count;
}

int select(int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *time) {
  _Bool waits = time != 0;
  if (time) {
    time_t seconds = time->tv_sec, left = __VERIFIER_nondet_longlong();
    long parts = time->tv_usec, parts_left = __between(0, 999999);
    if (seconds < 0 || parts < 0) {
      __set_errno(EINVAL);
      return -1;
    }
    // also if it fails
    __VERIFIER_assume(left >= 0 && (parts > 999999 || left < seconds || (left == seconds && parts_left <= parts)));
    time->tv_sec = left;
    time->tv_usec = parts_left;
  }
  if (n < 0) {
    __set_errno(EINVAL);
    return -1;
  }
  if (__done())
    return -1;
  int count = __some_of(n, in, &waits);
  count += __some_of(n, out, &waits);
  count += __some_of(n, other, &waits);
  if (!waits)
    __not_understood("select of nothing, for ever");
  __VERIFIER_assume(count || time);
  if (count >= 2) {
    count = __between(2, 3 * FD_SETSIZE);
    __VERIFIER_assume(count <= (n < FD_SETSIZE ? n : FD_SETSIZE) * (!!in + !!out + !!other));
  }
  return count;
}

// ---- processors

static int __read_processors(size_t size, const cpu_set_t *set) {
  for (size_t i = 0; i < size / sizeof(unsigned long); i++)
    ((const volatile unsigned long *)set)[i];
  for (size_t i = size - size % sizeof(unsigned long); i < size; i++)
    ((const volatile unsigned char *)set)[i];
  return __done();
}
int sched_setaffinity(int thread, size_t size, const cpu_set_t *set) { return __read_processors(size, set); }
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  return __read_processors(size, set) ? EINVAL : 0;
}

// (There is at least one.)
static int __write_processors(size_t size, cpu_set_t *set) {
  _Bool any = 0;
  if (!size || size % sizeof(unsigned long)) {
    __set_errno(EINVAL);
    return -1;
  }
  if (__done())
    return -1;
  for (size_t i = 0; i < size / sizeof(unsigned long); i++) {
    unsigned long word = __VERIFIER_nondet_ulong();
    ((unsigned long *)set)[i] = word;
    any |= word != 0;
  }
  __VERIFIER_assume(any);
  return 0;
}
int sched_getaffinity(int thread, size_t size, cpu_set_t *set) { return __write_processors(size, set); }
int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  return __write_processors(size, set) ? EINVAL : 0;
}
int __sched_cpucount(size_t size, const cpu_set_t *set) {
  int count = 0;
  for (size_t i = 0; i < size / sizeof(unsigned long); i++)
    for (unsigned long word = ((const unsigned long *)set)[i]; word; word &= word - 1)
      count++;
  return count;
}
int sched_getcpu(void) { return __between(0, 8191); }

// ---- threads

int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
  *clock = __VERIFIER_nondet_int();
  return 0;
}

int pthread_getname_np(pthread_t thread, char *to, size_t size) {
  if (size < 16)
    return ERANGE;
  if (__VERIFIER_nondet_bool())
    return ENOENT;
  size_t length = 0;
  while (length < 15 && __VERIFIER_nondet_bool()) {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(c != 0);
    to[length++] = c;
  }
  to[length] = 0;
  if (pthread_equal(thread, pthread_self()))
    while (++length < 16)
      to[length] = 0;
  return 0;
}

// ---- the process

#define LONGEST_PATH 4096
void *malloc(size_t);

// glibc finds a place for it if there is none.
char *getcwd(char *to, size_t size) {
  if (!size && to) {
    __set_errno(EINVAL);
    return 0;
  }
  if (size == 1) {
    __fail();
    return 0;
  }
  if (__done())
    return 0;
  if (!size)
    size = __between(2, LONGEST_PATH);
  if (!to)
    to = malloc(size);
  size_t length = 1;
  to[0] = '/';
  while (length + 1 < size && __VERIFIER_nondet_bool()) {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(c != 0);
    to[length++] = c;
  }
  to[length] = 0;
  return to;
}

int gethostname(char *to, size_t size) {
  if (__done())
    return -1;
  size_t length = 0;
  while (length < 64 && length < size && __VERIFIER_nondet_bool()) {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(c != 0);
    to[length++] = c;
  }
  if (length == size) {
    __set_errno(ENAMETOOLONG);
    return -1;
  }
  to[length] = 0;
  return 0;
}

int getpagesize(void) { return 4096; }

int prctl(int option, ...) {
  va_list rest;
  va_start(rest, option);
  if (option == PR_SET_NAME)
    __read_at_most(va_arg(rest, const char *), 15);
  else if (option != PR_SET_PDEATHSIG && option != PR_SET_DUMPABLE && option != PR_SET_NO_NEW_PRIVS &&
           option != PR_SET_TIMERSLACK && option != PR_SET_KEEPCAPS)
    __not_understood("prctl with an option that is not known");
  va_end(rest);
  return option == PR_SET_NAME ? 0 : __done();
}
