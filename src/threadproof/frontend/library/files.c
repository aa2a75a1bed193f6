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
int __new_descriptor(const char *, int);
_Bool __is_root(const char *);
void __change_folder(_Bool is_root);
_Bool __is_refused(int set, int operation, int file, _Bool is_likely);
void __change_set(int set, int operation, int file);
unsigned __events_of(int file, unsigned asked);
void *malloc(size_t);
void free(void *);

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

static int __done_to(int file) { return file < 0 ? __wrong(EBADF) : __done(); }

// (A name that has no characters is that of nothing.)
static int __done_at(const char *path) {
  char first = *path;
  __read_string(path);
  return first ? __done() : __wrong(ENOENT);
}
static int __done_in(int folder, const char *path) {
  char first = *path;
  if (first && first != '/' && folder < 0 && folder != AT_FDCWD) {
    __read_string(path);
    return __wrong(EBADF);
  }
  return __done_at(path);
}

#define LAST_ORIGIN 4
off_t lseek(int file, off_t by, int from) {
  if (from < 0 || from > LAST_ORIGIN || (from == SEEK_SET && by < 0)) {
    __fail();
    return file < 0 ? __wrong(EBADF) : -1;
  }
  if (__done_to(file))
    return -1;
  off_t at = __VERIFIER_nondet_longlong();
  __VERIFIER_assume(at >= 0);
  return at;
}
int ftruncate(int file, off_t size) { return size < 0 ? __wrong(EINVAL) : __done_to(file); }
int truncate(const char *path, off_t size) {
  if (size >= 0)
    return __done_at(path);
  __read_string(path);
  return __wrong(EINVAL);
}
int fallocate(int file, int mode, off_t from, off_t size) {
  int result = __done_to(file);
  return from < 0 || size <= 0 ? __wrong(file < 0 ? EBADF : EINVAL) : result;
}
// These two leave errno alone.
static int __error_or_none(int file) { return file < 0 ? EBADF : __VERIFIER_nondet_bool() ? 0 : __between(1, 133); }
int posix_fallocate(int file, off_t from, off_t size) {
  int error = __error_or_none(file);
  return error || (from >= 0 && size > 0) ? error : EINVAL;
}
int posix_fadvise(int file, off_t from, off_t size, int advice) {
  int error = __error_or_none(file);
  return error || (advice >= POSIX_FADV_NORMAL && advice <= POSIX_FADV_NOREUSE) ? error : EINVAL;
}
int lockf(int file, int command, off_t size) {
  return command < F_ULOCK || command > F_TEST ? __wrong(EINVAL) : __done_to(file);
}
#define WAYS (LOCK_SH | LOCK_EX | LOCK_UN)
int flock(int file, int operation) {
  int way = operation & ~LOCK_NB, result = __done_to(file);
  return way == LOCK_SH || way == LOCK_EX || way == LOCK_UN || file < 0 || way & 0xe0 ? result : __wrong(EINVAL);
}
void sync(void) {}
int fchdir(int file) {
  int failed = __done_to(file);
  if (!failed)
    __change_folder(0);
  return failed;
}
int mkfifo(const char *path, mode_t mode) { return __done_at(path); }
int chmod(const char *path, mode_t mode) { return __done_at(path); }
int fchmod(int file, mode_t mode) { return __done_to(file); }
int chown(const char *path, uid_t user, gid_t group) { return __done_at(path); }
int fchown(int file, uid_t user, gid_t group) { return __done_to(file); }
int unlinkat(int folder, const char *path, int flags) {
  int result = __done_in(folder, path);
  return flags & ~AT_REMOVEDIR ? __wrong(EINVAL) : result;
}
int faccessat(int folder, const char *path, int mode, int flags) {
  if (!(mode & ~7 || flags & ~(AT_EACCESS | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)))
    return flags & AT_EMPTY_PATH ? (__read_string(path), __done()) : __done_in(folder, path);
  __read_string(path);
  return __wrong(EINVAL);
}
int mkdirat(int folder, const char *path, mode_t mode) { return __done_in(folder, path); }
int link(const char *old, const char *new) {
  char first = *old, other = *new;
  __read_string(old);
  __read_string(new);
  return first && other ? __done() : __wrong(ENOENT);
}
int symlink(const char *old, const char *new) { return link(old, new); }
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
  do {
    to[length] = __VERIFIER_nondet_char();
    __VERIFIER_assume(to[length++]);
  } while (length < size && length < 4095 && __VERIFIER_nondet_bool());
  return length;
}

#define IS_PART_OF_SECOND(time) ((time).tv_nsec >= 0 && (time).tv_nsec < 1000000000)
// Of the system's own descriptors some have no kind, and what /proc shows of a descriptor may be a link, or of no kind.
#define KIND(kind) (1u << ((kind) >> 12))
static _Bool __is_kind(mode_t kind, _Bool is_name) {
  return !(kind >> 16) &&
         (KIND(S_IFREG) | KIND(S_IFDIR) | KIND(S_IFLNK) | KIND(S_IFCHR) | KIND(S_IFBLK) | KIND(S_IFIFO) |
          KIND(S_IFSOCK) | !is_name) >> (kind >> 12 & 15) & 1;
}
static int __describe(struct stat *file, _Bool is_name) {
  if (__done())
    return -1;
  __anything_in(file);
  __VERIFIER_assume(file->st_size >= 0 && file->st_blksize > 0 && __is_kind(file->st_mode & (S_IFMT | ~0xffffu), is_name));
  __VERIFIER_assume(IS_PART_OF_SECOND(file->st_atim) && IS_PART_OF_SECOND(file->st_mtim) &&
                    IS_PART_OF_SECOND(file->st_ctim));
  return 0;
}
int fstat(int file, struct stat *result) { return file < 0 ? __wrong(EBADF) : __describe(result, 0); }
static int __describe_at(const char *path, struct stat *result, _Bool is_name) {
  char first = *path;
  __read_string(path);
  if (!first)
    return __wrong(ENOENT);
  int failed = __describe(result, is_name);
  if (!failed && __is_root(path))
    __VERIFIER_assume(S_ISDIR(result->st_mode));
  return failed;
}
int stat(const char *path, struct stat *result) { return __describe_at(path, result, 0); }
int lstat(const char *path, struct stat *result) { return __describe_at(path, result, 1); }
int fstatat(int folder, const char *path, struct stat *result, int flags) {
  char first = *path;
  __read_string(path);
  if (!first && !(flags & AT_EMPTY_PATH))
    return __wrong(ENOENT);
  return first != '/' && folder < 0 && folder != AT_FDCWD ? __wrong(EBADF)
                                                                 : __describe(result, first && flags & AT_SYMLINK_NOFOLLOW);
}

int fstatvfs(int file, struct statvfs *result) {
  if (__done_to(file))
    return -1;
  __anything_in(result);
  return 0;
}
int statvfs(const char *path, struct statvfs *result) {
  if (__done_at(path))
    return -1;
  __anything_in(result);
  return 0;
}

int ioctl(int file, unsigned long request, ...) {
  __builtin_va_list rest;
  __builtin_va_start(rest, request);
  int failed = __done_to(file);
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
  int number;
  struct dirent entry, other;
};

static DIR *__folder(int number) {
  DIR *folder = malloc(sizeof(DIR));
  folder->number = number;
  return folder;
}
DIR *fdopendir(int file) { return __done_to(file) ? 0 : __folder(file); }
DIR *opendir(const char *path) { return __done_at(path) ? 0 : __folder(__new_descriptor("folder", 0)); }
// All functions lock it, but what an entry is made of is the program's.
static void __use(DIR *folder) { char lock = ((const volatile char *)&folder->lock)[0]; }
int closedir(DIR *folder) {
  int number = folder->number;
  free(folder);
  return close(number);
}
void rewinddir(DIR *folder) { __use(folder); }
int dirfd(DIR *folder) {
  __use(folder);
  return folder->number;
}

static struct dirent *__describe_entry(struct dirent *entry) {
  int length = 0;
  entry->d_ino = __VERIFIER_nondet_longlong();
  entry->d_off = __VERIFIER_nondet_longlong();
  entry->d_type = __between(0, 15);
  do {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(c != 0 && c != '/');
    entry->d_name[length++] = c;
  } while (length < 255 && __VERIFIER_nondet_bool());
  entry->d_name[length] = 0;
  entry->d_reclen = __between(1, 35) * 8 - (sizeof(long) == 4 && __VERIFIER_nondet_bool() ? 4 : 0);
  __VERIFIER_assume(entry->d_reclen > offsetof(struct dirent, d_name) + length);
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

// (A descriptor that is closed leaves all sets, and a set may have several numbers: that only the second reading knows.)
static int __register(int set, int operation, int file, struct epoll_event event) {
  int at = 0;
  while (at < __used && (__registered[at].set != set || __registered[at].file != file))
    at++;
  if (__is_refused(set, operation, file, operation == EPOLL_CTL_ADD ? at < __used : at == __used))
    return __wrong(operation == EPOLL_CTL_ADD ? EEXIST : ENOENT);
  if (__done())
    return -1;
  __change_set(set, operation, file);
  if (operation == EPOLL_CTL_DEL) {
    if (at < __used)
      __registered[at].set = -1;
    return 0;
  }
  if (at == REGISTERED)
    __not_understood("more than 16 descriptors for epoll");
  if (at == __used)
    __used++;
  __registered[at].set = set;
  __registered[at].file = file;
  __registered[at].event = event;
  return 0;
}

int epoll_ctl(int set, int operation, int file, struct epoll_event *event) {
  struct epoll_event given;
  if (operation != EPOLL_CTL_DEL)
    given = *event;
  if (set < 0 || file < 0)
    return __wrong(EBADF);
  if (set == file || operation < EPOLL_CTL_ADD || operation > EPOLL_CTL_MOD) {
    __fail();
    return -1;
  }
  __VERIFIER_atomic_begin();
  int result = __register(set, operation, file, given);
  __VERIFIER_atomic_end();
  return result;
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
  if (most <= 0)
    return __wrong(EINVAL);
  if (set >= 0 && milliseconds < 0 && __is_of_nothing(set))
    __not_understood("epoll_wait for nothing, for ever");
  if (__done_to(set))
    return -1;
  int count = 0;
  unsigned told = 0;
  while (count < most && __VERIFIER_nondet_bool()) {
    struct epoll_event found;
    __VERIFIER_atomic_begin();
    int at = __between(0, REGISTERED - 1);
    __VERIFIER_assume(at < __used && __registered[at].set == set && !(told >> at & 1));
    told |= 1u << at;
    found = __registered[at].event;
    unsigned happened = __events_of(__registered[at].file, found.events | EPOLLERR | EPOLLHUP);
    __VERIFIER_atomic_end();
    __VERIFIER_assume(happened != 0);
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
  if (__done_to(file))
    return -1;
  eventfd_t found = 0;
  __anything_in(&found);
  __VERIFIER_assume(found != 0);
  *value = found;
  return 0;
}
int eventfd_write(int file, eventfd_t value) { return __done_to(file); }
