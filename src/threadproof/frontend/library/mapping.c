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

void *mmap(void *wish, size_t size, int protection, int flags, int file, off_t from) {
  if (!size) {
    if (flags & MAP_ANONYMOUS)
      __set_errno(EINVAL);
    else // (or there is no such file)
      __fail();
    return MAP_FAILED;
  }
  if (flags & MAP_FIXED)
    __not_understood("mmap to a fixed address");
  if (!(protection & PROT_WRITE) && flags & MAP_ANONYMOUS)
    __not_understood("mmap of memory that is not to be written");
  if (!(flags & MAP_ANONYMOUS) && flags & MAP_SHARED)
    __not_understood("mmap of a file that others write as well");
  if (__done())
    return MAP_FAILED;
  return flags & MAP_ANONYMOUS ? __zero_pages_of_the_system(size) : __pages_of_the_system(size);
}

int munmap(void *memory, size_t size) {
  __give_back(memory, size);
  return 0;
}

// What nobody is allowed any more is not looked at.
int mprotect(void *memory, size_t size, int protection) {
  if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
    __not_understood("mprotect that takes something away");
  return __done();
}
int msync(void *memory, size_t size, int flags) { return __done(); }
int mlock(const void *memory, size_t size) { return __done(); }
int munlock(const void *memory, size_t size) { return __done(); }
int mlockall(int flags) { return __done(); }
int munlockall(void) { return __done(); }
int posix_madvise(void *memory, size_t size, int advice) { return __between(0, 133); }
int madvise(void *memory, size_t size, int advice) {
  if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE)
    __not_understood("madvise that takes contents away");
  return __done();
}
int shm_open(const char *name, int flags, mode_t mode) {
  __read_string(name);
  return __done() ? -1 : __between(0, 0x7fffffff);
}
int shm_unlink(const char *name) {
  __read_string(name);
  return __done();
}
int memfd_create(const char *name, unsigned flags) {
  __read_string(name);
  return __done() ? -1 : __between(0, 0x7fffffff);
}
