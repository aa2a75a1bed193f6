// What the system answers: any result that POSIX allows, and errno if it is a failure. Descriptors are numbers.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/socket.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __between(unsigned, unsigned);
int __new_descriptor(const char *, int);
unsigned __events_of(int file, unsigned asked);
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

static int __wrong(int error) {
  __set_errno(error);
  return -1;
}

// ---- files and other things that have descriptors. Which numbers are in use, only the second reading remembers.

#define NEW(kind, flags) (__done() ? -1 : __new_descriptor(kind, flags))

static int __done_to(int file) { return file < 0 ? __wrong(EBADF) : __done(); }

// A name that has no characters is that of nothing.
static _Bool __is_named(const char *path) {
  char first = *path;
  __read_string(path);
  if (!first)
    __set_errno(ENOENT);
  return first != 0;
}

// Where a name begins that is relative to a folder: there has to be one.
static _Bool __is_named_at(int folder, const char *path) {
  char first = *path;
  if (first && first != '/' && folder < 0 && folder != AT_FDCWD) {
    __read_string(path);
    __set_errno(EBADF);
    return 0;
  }
  return __is_named(path);
}

int open(const char *path, int flags, ...) { return __is_named(path) ? NEW("file", flags) : -1; }
int openat(int folder, const char *path, int flags, ...) {
  return __is_named_at(folder, path) ? NEW("file", flags) : -1;
}
int creat(const char *path, unsigned mode) { return __is_named(path) ? NEW("file", O_WRONLY) : -1; }
int close(int file) { return __done_to(file); }
int fsync(int file) { return __done_to(file); }
int fdatasync(int file) { return __done_to(file); }
int dup(int file) { return __done_to(file) ? -1 : __new_descriptor("copy", 0); }
int dup2(int file, int as) {
  if (as < 0 || file < 0)
    return __wrong(EBADF);
  return __done() ? -1 : as;
}
int dup3(int file, int as, int flags) {
  if (as == file || flags & ~O_CLOEXEC)
    return __wrong(EINVAL);
  return dup2(file, as);
}
int isatty(int file) { return __done_to(file) + 1; }

// Of families of protocols Linux has less than these.
#define FAMILIES 64
#define KINDS 11
static _Bool __is_kind_of_socket(int domain, int type) {
  int flags = type & ~15;
  if (flags & ~(SOCK_CLOEXEC | SOCK_NONBLOCK))
    __set_errno(EINVAL);
  else if (domain <= 0 || domain >= FAMILIES)
    __set_errno(EAFNOSUPPORT);
  else if ((type & 15) >= KINDS)
    __set_errno(EINVAL);
  else
    return 1;
  return 0;
}
int socket(int domain, int type, int protocol) {
  return __is_kind_of_socket(domain, type) ? NEW("socket", type) : -1;
}
// (Only neighbours in one machine come in pairs.)
int socketpair(int domain, int type, int protocol, int ends[2]) {
  if (!__is_kind_of_socket(domain, type))
    return -1;
  if (__done() || (domain != AF_UNIX && domain != AF_TIPC)) {
    __fail();
    return -1;
  }
  int one = __new_descriptor("socket", type), other = __new_descriptor("socket", type);
  __VERIFIER_assume(one != other);
  ends[0] = one;
  ends[1] = other;
  return 0;
}
int listen(int socket, int most) { return __done_to(socket); }
int shutdown(int socket, int how) {
  int result = __done_to(socket);
  return how < SHUT_RD || how > SHUT_RDWR ? -1 : result;
}
int epoll_create1(int flags) { return flags & ~EPOLL_CLOEXEC ? __wrong(EINVAL) : NEW("epoll", 0); }
int epoll_create(int size) { return size <= 0 ? __wrong(EINVAL) : epoll_create1(0); }
int eventfd(unsigned value, int flags) {
  return flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE) ? __wrong(EINVAL) : NEW("events", flags);
}

#define ON_PATH(NAME)                                                                                                  \
  int NAME(const char *path) { return __is_named(path) ? __done() : -1; }
ON_PATH(unlink)
ON_PATH(rmdir)
ON_PATH(remove)
_Bool __is_root(const char *path) {
  const char *at = path;
  while (*at == '/')
    at++;
  return at != path && !*at;
}
static _Atomic _Bool __is_at_root;
void __change_folder(_Bool is_root) { __is_at_root = is_root; }
int chdir(const char *path) {
  if (!__is_named(path) || __done())
    return -1;
  __change_folder(__is_root(path));
  return 0;
}
int access(const char *path, int mode) {
  if (mode & ~7) {
    __read_string(path);
    return __wrong(EINVAL);
  }
  return __is_named(path) ? __done() : -1;
}
int mkdir(const char *path, unsigned mode) { return __is_named(path) ? __done() : -1; }
int rename(const char *old, const char *new) {
  _Bool is_named = __is_named(old);
  return __is_named(new) && is_named ? __done() : __wrong(ENOENT);
}

int pipe2(int ends[2], int flags) {
  if (flags & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT | O_EXCL))
    return __wrong(EINVAL);
  if (__done())
    return -1;
  int out = __new_descriptor("pipe", 0), in = __new_descriptor("pipe", 0);
  __VERIFIER_assume(out != in);
  ends[0] = out;
  ends[1] = in;
  return 0;
}
int pipe(int ends[2]) { return pipe2(ends, 0); }

static int __copy_from(int file, int least) {
  if (least < 0)
    return __wrong(EINVAL);
  int number = dup(file);
  __VERIFIER_assume(number < 0 || number >= least);
  return number;
}

int fcntl(int file, int command, ...) {
  va_list rest;
  if (file < 0)
    return __wrong(EBADF);
  switch (command) {
  case F_GETFD:
    return __done() ? -1 : __between(0, FD_CLOEXEC);
  case F_GETFL:
    return __done() ? -1 : __between(0, 0x7fffffff);
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
    va_start(rest, command);
    int least = va_arg(rest, int);
    va_end(rest);
    return __copy_from(file, least);
  case F_SETFL:
  case F_SETFD:
    return __done();
  }
  __not_understood("fcntl with a command other than F_GETFL, F_SETFL, F_GETFD, F_SETFD and F_DUPFD");
  return -1;
}

int poll(struct pollfd *files, nfds_t n, int milliseconds) {
  int ready = 0, waits = milliseconds >= 0;
  for (nfds_t i = 0; i < n; i++)
    waits |= files[i].fd >= 0;
  if (!waits)
    __not_understood("poll of nothing, for ever");
  if (!n)
    return 0;
  if (__done())
    return -1;
  for (nfds_t i = 0; i < n; i++) {
    short asked = files[i].events, found = 0;
    if (files[i].fd >= 0) {
      found = __events_of(files[i].fd, (unsigned short)asked | POLLERR | POLLHUP | POLLNVAL);
    }
    files[i].revents = found;
    ready += found != 0;
  }
  __VERIFIER_assume(ready || milliseconds >= 0);
  return ready;
}

#define WIDTH (8 * sizeof(long))
static _Bool __is_empty(int n, fd_set *files) {
  unsigned long *words = (unsigned long *)files;
  for (int i = 0; files && i < sizeof(fd_set) / sizeof(long) && i * WIDTH < n; i++)
    if (words[i] & (n - i * WIDTH < WIDTH ? (1ul << (n - i * WIDTH)) - 1 : -1ul))
      return 0;
  return 1;
}

static int __count(unsigned long bits) {
  bits -= bits >> 1 & -1ul / 3;
  bits = (bits & -1ul / 5) + (bits >> 2 & -1ul / 5);
  bits = (bits + (bits >> 4)) & -1ul / 17;
  bits += bits >> 8;
  bits += bits >> 16;
  if (WIDTH > 32)
    bits += bits >> WIDTH / 2;
  return bits & 127;
}

// Of the first n: how many are left, and how many of these are certainly counted.
// (Linux leaves those alone, and does not count them, for which its table of descriptors has no place: it has some 64.)
static int __some_of(int n, fd_set *files, int *certain) {
  int count = 0;
  unsigned long *words = (unsigned long *)files;
  for (int i = 0; files && i < sizeof(fd_set) / sizeof(long) && i * WIDTH < n; i++) {
    unsigned long asked = words[i];
    if (n - i * WIDTH < WIDTH)
      asked &= (1ul << (n - i * WIDTH)) - 1;
    unsigned long left = asked & __VERIFIER_nondet_ulong();
    words[i] = left;
    count += __count(left);
    if (!i)
      *certain += count;
  }
  return count;
}

int select(int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *time) {
  if (time) {
    time_t seconds = time->tv_sec, left = __VERIFIER_nondet_longlong();
    long parts = time->tv_usec, parts_left = __between(0, 999999);
    if (seconds < 0 || parts < 0)
      return __wrong(EINVAL);
    // also if it fails
    __VERIFIER_assume(left >= 0 && (parts > 999999 || left < seconds || (left == seconds && parts_left <= parts)));
    time->tv_sec = left;
    time->tv_usec = parts_left;
  }
  if (n < 0)
    return __wrong(EINVAL);
  if (n > FD_SETSIZE && (in || out || other))
    __not_understood("select of more than a set has place for");
  if (__is_empty(n, in) && __is_empty(n, out) && __is_empty(n, other)) {
    if (!time)
      __not_understood("select of nothing, for ever");
  } else if (__done())
    return -1;
  int certain = 0, count = __some_of(n, in, &certain);
  count += __some_of(n, out, &certain);
  count += __some_of(n, other, &certain);
  if (certain < count) {
    int counted = __VERIFIER_nondet_int();
    __VERIFIER_assume(counted >= certain && counted <= count);
    count = counted;
  }
  __VERIFIER_assume(count || time);
  return count;
}

// ---- processors

static _Bool __is_processors(size_t size, const cpu_set_t *set) {
  _Bool any = 0;
  for (size_t i = 0; i < size / sizeof(unsigned long); i++)
    any |= ((const volatile unsigned long *)set)[i] != 0;
  for (size_t i = size - size % sizeof(unsigned long); i < size; i++)
    any |= ((const volatile unsigned char *)set)[i] != 0;
  return any;
}
int sched_setaffinity(int thread, size_t size, const cpu_set_t *set) {
  return __is_processors(size, set) ? __done() : __wrong(EINVAL);
}
// These two leave errno alone.
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  return __is_processors(size, set) && __VERIFIER_nondet_bool() ? 0 : EINVAL;
}

// (There is at least one.)
#define MOST_THREADS 4194303
#define IS_SET(size) ((size) && (size) % sizeof(unsigned long) == 0)
static int __write_processors(size_t size, cpu_set_t *set) {
  _Bool any = 0;
  for (size_t i = 0; i < size / sizeof(unsigned long); i++) {
    unsigned long word = __VERIFIER_nondet_ulong();
    ((unsigned long *)set)[i] = word;
    any |= word != 0;
  }
  __VERIFIER_assume(any);
  return 0;
}
int sched_getaffinity(int thread, size_t size, cpu_set_t *set) {
  if (!IS_SET(size))
    return __wrong(EINVAL);
  if (thread < 0 || thread > MOST_THREADS)
    return __wrong(ESRCH);
  return __done() ? -1 : __write_processors(size, set);
}
int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  return IS_SET(size) && __VERIFIER_nondet_bool() ? __write_processors(size, set) : EINVAL;
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

int pthread_getname_np(pthread_t thread, char *to, size_t size) {
  if (size < 16)
    return ERANGE;
  if (__VERIFIER_nondet_bool()) {
    __set_errno(ENOENT);
    return ENOENT;
  }
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
  _Bool is_root = __is_at_root;
  to[0] = '/';
  while (!is_root && length + 1 < size && __VERIFIER_nondet_bool()) {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(c != 0);
    to[length++] = c;
  }
  to[length] = 0;
  return to;
}

int gethostname(char *to, size_t size) {
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
  else {
    unsigned long value = va_arg(rest, int), most = option == PR_SET_PDEATHSIG ? 64 : 1;
    if ((option != PR_SET_TIMERSLACK && value > most) || (option == PR_SET_NO_NEW_PRIVS && !value))
      return __wrong(EINVAL);
  }
  va_end(rest);
  return option == PR_SET_NAME ? 0 : __done();
}
