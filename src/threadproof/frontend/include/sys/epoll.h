#ifndef _SYS_EPOLL_H
#define _SYS_EPOLL_H 1
#include <stdint.h>
#include <sys/types.h>
#include <_tp/sigset_t.h>
#include <_tp/timespec.h>
typedef union epoll_data {
  void *ptr;
  int fd;
  uint32_t u32;
  uint64_t u64;
} epoll_data_t;
struct epoll_event {
  uint32_t events;
  epoll_data_t data;
} __attribute__((__packed__));
enum {
  EPOLLIN = 1,
  EPOLLPRI = 2,
  EPOLLOUT = 4,
  EPOLLERR = 8,
  EPOLLHUP = 16,
  EPOLLRDNORM = 64,
  EPOLLRDBAND = 128,
  EPOLLWRNORM = 0x100,
  EPOLLWRBAND = 0x200,
  EPOLLMSG = 0x400,
  EPOLLRDHUP = 0x2000,
  EPOLL_CLOEXEC = 0x80000,
  EPOLLEXCLUSIVE = 0x10000000,
  EPOLLWAKEUP = 0x20000000,
  EPOLLONESHOT = 0x40000000,
  EPOLLET = 0x80000000U,
};
#define EPOLLERR EPOLLERR
#define EPOLLET EPOLLET
#define EPOLLEXCLUSIVE EPOLLEXCLUSIVE
#define EPOLLHUP EPOLLHUP
#define EPOLLIN EPOLLIN
#define EPOLLMSG EPOLLMSG
#define EPOLLONESHOT EPOLLONESHOT
#define EPOLLOUT EPOLLOUT
#define EPOLLPRI EPOLLPRI
#define EPOLLRDBAND EPOLLRDBAND
#define EPOLLRDHUP EPOLLRDHUP
#define EPOLLRDNORM EPOLLRDNORM
#define EPOLLWAKEUP EPOLLWAKEUP
#define EPOLLWRBAND EPOLLWRBAND
#define EPOLLWRNORM EPOLLWRNORM
#define EPOLL_CLOEXEC EPOLL_CLOEXEC
#define EPOLL_CTL_ADD 1
#define EPOLL_CTL_DEL 2
#define EPOLL_CTL_MOD 3
int epoll_create(int);
int epoll_create1(int);
int epoll_ctl(int, int, int, struct epoll_event *);
int epoll_wait(int, struct epoll_event *, int, int);
int epoll_pwait(int, struct epoll_event *, int, int, const sigset_t *);
#endif
