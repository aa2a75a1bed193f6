// Files and folders: what the system says about them is any answer that POSIX allows.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
long long __VERIFIER_nondet_longlong(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __between(unsigned, unsigned);
void __set_errno(int);
void __fail(void);
void __not_understood(const char *);
void __read_string(const char *);
void __anything_in(void *);
void *malloc(size_t);
void free(void *);

static int __done(void) {
  if (__VERIFIER_nondet_bool()) {
    __fail();
    return -1;
  }
  return 0;
}

static int __number_or_failure(void) { return __done() ? -1 : __between(0, 0x7fffffff); }

static int __done_at(const char *path) {
  __read_string(path);
  return __done();
}

off_t lseek(int file, off_t by, int from) {
  if (__done())
    return -1;
  off_t at = __VERIFIER_nondet_longlong();
  __VERIFIER_assume(at >= 0);
  return at;
}
int ftruncate(int file, off_t size) { return __done(); }
int truncate(const char *path, off_t size) { return __done_at(path); }
int fallocate(int file, int mode, off_t from, off_t size) { return __done(); }
int posix_fallocate(int file, off_t from, off_t size) { return __between(0, 133); }
int posix_fadvise(int file, off_t from, off_t size, int advice) { return __between(0, 133); }
int lockf(int file, int command, off_t size) { return __done(); }
int flock(int file, int operation) { return __done(); }
void sync(void) {}
int fchdir(int file) { return __done(); }
int dup3(int file, int as, int flags) {
  if (as >= 0 && as != file)
    return __done() ? -1 : as;
  __fail();
  return -1;
}
int mkfifo(const char *path, mode_t mode) { return __done_at(path); }
int chmod(const char *path, mode_t mode) { return __done_at(path); }
int fchmod(int file, mode_t mode) { return __done(); }
int chown(const char *path, uid_t user, gid_t group) { return __done_at(path); }
int fchown(int file, uid_t user, gid_t group) { return __done(); }
int unlinkat(int folder, const char *path, int flags) { return __done_at(path); }
int faccessat(int folder, const char *path, int mode, int flags) { return __done_at(path); }
int mkdirat(int folder, const char *path, mode_t mode) { return __done_at(path); }
int link(const char *old, const char *new) {
  __read_string(old);
  return __done_at(new);
}
int symlink(const char *old, const char *new) {
  __read_string(old);
  return __done_at(new);
}
extern mode_t __mask_of_modes;
mode_t umask(mode_t mask) {
  __VERIFIER_atomic_begin();
  mode_t old = __mask_of_modes & 0777;
  __mask_of_modes = mask;
  __VERIFIER_atomic_end();
  return old;
}

ssize_t readlink(const char *path, char *to, size_t size) {
  size_t length = 0;
  if (!size) {
    __read_string(path);
    __set_errno(EINVAL);
    return -1;
  }
  if (__done_at(path))
    return -1;
  do
    to[length++] = __VERIFIER_nondet_char();
  while (length < size && length < 4095 && __VERIFIER_nondet_bool());
  return length;
}

#define IS_PART_OF_SECOND(time) ((time).tv_nsec >= 0 && (time).tv_nsec < 1000000000)
static int __describe(struct stat *file) {
  if (__done())
    return -1;
  __anything_in(file);
  __VERIFIER_assume(file->st_size >= 0);
  __VERIFIER_assume(IS_PART_OF_SECOND(file->st_atim) && IS_PART_OF_SECOND(file->st_mtim) &&
                    IS_PART_OF_SECOND(file->st_ctim));
  return 0;
}
int fstat(int file, struct stat *result) { return __describe(result); }
int stat(const char *path, struct stat *result) {
  __read_string(path);
  return __describe(result);
}
int lstat(const char *path, struct stat *result) { return stat(path, result); }
int fstatat(int folder, const char *path, struct stat *result, int flags) { return stat(path, result); }

int fstatvfs(int file, struct statvfs *result) {
  if (__done())
    return -1;
  __anything_in(result);
  return 0;
}
int statvfs(const char *path, struct statvfs *result) {
  __read_string(path);
  return fstatvfs(0, result);
}

int ioctl(int file, unsigned long request, ...) {
  __builtin_va_list rest;
  __builtin_va_start(rest, request);
  int failed = __done();
  if (request == FIONREAD || request == TIOCOUTQ) { // (behind the end of a file there are fewer than none)
    int *count = __builtin_va_arg(rest, int *);
    if (!failed)
      *count = __VERIFIER_nondet_int();
  } else if (request == FIONBIO) {
    int *is_on = __builtin_va_arg(rest, int *), value = *is_on;
  } else if (request == TIOCGWINSZ) {
    struct winsize *size = __builtin_va_arg(rest, struct winsize *);
    if (!failed)
      __anything_in(size);
  } else
    __not_understood("ioctl with a request other than FIONREAD, FIONBIO, TIOCOUTQ and TIOCGWINSZ");
  __builtin_va_end(rest);
  return failed;
}

// ---- folders

// (An entry that was read before is overwritten, or it is not.)
struct __dirstream {
  char lock;
  struct dirent entry, other;
};

DIR *fdopendir(int file) { return __done() ? 0 : malloc(sizeof(DIR)); }
DIR *opendir(const char *path) {
  __read_string(path);
  return fdopendir(0);
}
// All functions lock it, but what an entry is made of is the program's.
static void __use(DIR *folder) { char lock = ((const volatile char *)&folder->lock)[0]; }
int closedir(DIR *folder) {
  free(folder);
  return __done();
}
void rewinddir(DIR *folder) { __use(folder); }
int dirfd(DIR *folder) {
  __use(folder);
  return __number_or_failure();
}

static struct dirent *__describe_entry(struct dirent *entry) {
  int length = 0;
  entry->d_ino = __VERIFIER_nondet_longlong();
  entry->d_off = __VERIFIER_nondet_longlong();
  entry->d_reclen = __between(20, 280);
  entry->d_type = __between(0, 15);
  do {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(c != 0 && c != '/');
    entry->d_name[length++] = c;
  } while (length < 255 && __VERIFIER_nondet_bool());
  entry->d_name[length] = 0;
  return entry;
}

struct dirent *readdir(DIR *folder) {
  __use(folder);
  if (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool())
      __fail();
    return 0;
  }
  return __VERIFIER_nondet_bool() ? __describe_entry(&folder->entry) : __describe_entry(&folder->other);
}

// ---- events. What a descriptor was registered with is what epoll_wait tells about it.

#define REGISTERED 16
static int __used;
static struct {
  int set, file;
  struct epoll_event event;
} __registered[REGISTERED];

int epoll_ctl(int set, int operation, int file, struct epoll_event *event) {
  if (__done())
    return -1;
  struct epoll_event given;
  if (operation != EPOLL_CTL_DEL)
    given = *event;
  __VERIFIER_atomic_begin();
  int at = 0;
  while (at < __used && (__registered[at].set != set || __registered[at].file != file))
    at++;
  if (operation == EPOLL_CTL_DEL) {
    if (at < __used)
      __registered[at].set = -1;
  } else {
    if (at == REGISTERED)
      __not_understood("more than 16 descriptors for epoll");
    if (at == __used)
      __used++;
    __registered[at].set = set;
    __registered[at].file = file;
    __registered[at].event = given;
  }
  __VERIFIER_atomic_end();
  return 0;
}

static _Bool __is_of_nothing(int set) {
  _Bool found = 0;
  __VERIFIER_atomic_begin();
  for (int i = 0; i < __used; i++)
    found |= __registered[i].set == set;
  __VERIFIER_atomic_end();
  return !found;
}

int epoll_wait(int set, struct epoll_event *events, int most, int milliseconds) {
  if (most <= 0) {
    __set_errno(EINVAL);
    return -1;
  }
  if (__done())
    return -1;
  if (milliseconds < 0 && __is_of_nothing(set))
    __not_understood("epoll_wait for nothing, for ever");
  int count = 0;
  unsigned told = 0;
  while (count < most && __VERIFIER_nondet_bool()) {
    struct epoll_event found;
    __VERIFIER_atomic_begin();
    int at = __between(0, REGISTERED - 1);
    __VERIFIER_assume(at < __used && __registered[at].set == set && !(told >> at & 1));
    told |= 1u << at;
    found = __registered[at].event;
    __VERIFIER_atomic_end();
    unsigned happened = __VERIFIER_nondet_uint();
    __VERIFIER_assume(happened != 0 && (happened & ~(found.events | EPOLLERR | EPOLLHUP)) == 0);
    found.events = happened;
    events[count++] = found;
  }
  __VERIFIER_assume(count || milliseconds >= 0);
  return count;
}
// (Linux has 64 signals.)
int epoll_pwait(int set, struct epoll_event *events, int most, int milliseconds, const sigset_t *mask) {
  for (int i = 0; mask && i < 8 / sizeof(long); i++)
    ((const volatile unsigned long *)mask)[i];
  return epoll_wait(set, events, most, milliseconds);
}

int eventfd_read(int file, eventfd_t *value) {
  if (__done())
    return -1;
  eventfd_t found = 0;
  __anything_in(&found);
  __VERIFIER_assume(found != 0);
  *value = found;
  return 0;
}
int eventfd_write(int file, eventfd_t value) { return __done(); }
