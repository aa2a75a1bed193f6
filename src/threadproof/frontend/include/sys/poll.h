#ifndef _SYS_POLL_H
#define _SYS_POLL_H 1
#include <features.h>
#ifdef __USE_GNU
#include <_tp/sigset_t.h>
#include <_tp/timespec.h>
#endif
typedef unsigned long nfds_t;
struct pollfd {
  int fd;
  short events;
  short revents;
};
#define POLLERR 0x008
#define POLLHUP 0x010
#define POLLIN 0x001
#define POLLNVAL 0x020
#define POLLOUT 0x004
#define POLLPRI 0x002
#ifdef __USE_GNU
#define POLLMSG 0x400
#define POLLRDHUP 0x2000
#define POLLREMOVE 0x1000
#endif
#if defined __USE_XOPEN2K8 || defined __USE_XOPEN
#define POLLRDBAND 0x080
#define POLLRDNORM 0x040
#define POLLWRBAND 0x200
#define POLLWRNORM 0x100
#endif
int poll(struct pollfd *, nfds_t, int);
#ifdef __USE_GNU
int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
#endif
#endif
