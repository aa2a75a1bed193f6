#ifndef _SYS_EVENTFD_H
#define _SYS_EVENTFD_H 1
#include <stdint.h>
typedef uint64_t eventfd_t;
enum {
  EFD_SEMAPHORE = 1,
  EFD_NONBLOCK = 0x800,
  EFD_CLOEXEC = 0x80000,
};
#define EFD_CLOEXEC EFD_CLOEXEC
#define EFD_NONBLOCK EFD_NONBLOCK
#define EFD_SEMAPHORE EFD_SEMAPHORE
int eventfd(unsigned int, int);
int eventfd_read(int, eventfd_t *);
int eventfd_write(int, eventfd_t);
#endif
