// Memory from the system, page by page: mmap and its kin.
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/types.h>

_Bool __VERIFIER_nondet_bool(void);
void __set_errno(int);
void __fail(void);
void __not_understood(const char *);
void __read_string(const char *);
int __between(unsigned, unsigned);
int __new_descriptor(const char *, int);
void *__pages_of_the_system(size_t);
void *__zero_pages_of_the_system(size_t);
void __give_back(void *, size_t);

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

#define PAGE 4096
#define BEYOND (1ull << 47)
// (A process of 32 bits has no more than its addresses.)
#define IS_TOO_MUCH(size) ((size) > (sizeof(void *) == 8 ? BEYOND : 0xffffdfffull))

void *mmap(void *wish, size_t size, int protection, int flags, int file, off_t from) {
  _Bool is_of_file = !(flags & MAP_ANONYMOUS);
  int error = from % PAGE          ? EINVAL
              : is_of_file && file < 0 ? EBADF
              : !size || !(flags & (MAP_SHARED | MAP_PRIVATE)) ? EINVAL
              : IS_TOO_MUCH(size)  ? ENOMEM
                                   : 0;
  if (error) {
    // (there may be no such file)
    if (is_of_file && file >= 0)
      __fail();
    else
      __set_errno(error);
    return MAP_FAILED;
  }
  if (flags & MAP_FIXED)
    __not_understood("mmap to a fixed address");
  if (!(protection & PROT_WRITE) && !is_of_file)
    __not_understood("mmap of memory that is not to be written");
  if (is_of_file && flags & MAP_SHARED)
    __not_understood("mmap of a file that others write as well");
  if (__done())
    return MAP_FAILED;
  return is_of_file ? __pages_of_the_system(size) : __zero_pages_of_the_system(size);
}

int munmap(void *memory, size_t size) {
  if (!size)
    return __wrong(EINVAL);
  __give_back(memory, size);
  return 0;
}

// (Whether the memory begins where a page does, here nobody knows.) What nobody is allowed any more is not looked at.
int mprotect(void *memory, size_t size, int protection) {
  if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
    __not_understood("mprotect that takes something away");
  return __done();
}
int msync(void *memory, size_t size, int flags) {
  if (flags & ~(MS_SYNC | MS_ASYNC | MS_INVALIDATE) || (flags & MS_SYNC && flags & MS_ASYNC))
    return __wrong(EINVAL);
  return __done();
}
int mlock(const void *memory, size_t size) { return __done(); }
int munlock(const void *memory, size_t size) { return __done(); }
int mlockall(int flags) {
  if (!flags || flags & ~(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) || flags == MCL_ONFAULT)
    return __wrong(EINVAL);
  return __done();
}
int munlockall(void) { return 0; }

#define LAST_ADVICE 25
#define FIRST_OF_MACHINES 100
#define LAST_OF_MACHINES 103
// Only what is known by a number in every Linux may be done.
static _Bool __is_advice(int advice) {
  return (advice >= MADV_NORMAL && advice <= LAST_ADVICE) ||
         (advice >= FIRST_OF_MACHINES && advice <= LAST_OF_MACHINES);
}
int posix_madvise(void *memory, size_t size, int advice) {
  // (glibc ignores this one, for which Linux would take contents away)
  if (advice == POSIX_MADV_DONTNEED)
    return 0;
  if (!__is_advice(advice))
    return EINVAL;
  return __between(0, 133);
}
int madvise(void *memory, size_t size, int advice) {
  if (!__is_advice(advice))
    return __wrong(EINVAL);
  if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE)
    __not_understood("madvise that takes contents away");
  return __done();
}

static _Bool __is_name(const char *name) {
  while (*name == '/')
    name++;
  if (!*name)
    return 0;
  for (; *name; name++)
    if (*name == '/')
      return 0;
  return 1;
}
int shm_open(const char *name, int flags, mode_t mode) {
  if (!__is_name(name))
    return __wrong(EINVAL);
  return __done() ? -1 : __new_descriptor("file", flags);
}
int shm_unlink(const char *name) {
  if (__is_name(name))
    return __done();
  __fail();
  return -1;
}
int memfd_create(const char *name, unsigned flags) {
  __read_string(name);
  // those of every Linux; newer ones have more
  if (flags & 0xffffffe0 & ~(0x3f << 26))
    return __wrong(EINVAL);
  return __done() ? -1 : __new_descriptor("memory", 0);
}
