#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H 1
#include <features.h>
#include <_tp/sigset_t.h>
#include <_tp/timespec.h>
#include <_tp/timeval.h>
typedef long __fd_mask;
#define __FD_SETSIZE 1024
#define __NFDBITS (8 * (int) sizeof(__fd_mask))
typedef struct {
#ifdef __USE_XOPEN
  __fd_mask fds_bits[__FD_SETSIZE / __NFDBITS];
#define __FDS_BITS(set) ((set)->fds_bits)
#else
  __fd_mask __fds_bits[__FD_SETSIZE / __NFDBITS];
#define __FDS_BITS(set) ((set)->__fds_bits)
#endif
} fd_set;
#define FD_SETSIZE __FD_SETSIZE
#ifdef __USE_MISC
typedef __fd_mask fd_mask;
#define NFDBITS __NFDBITS
#endif
#define _TP_FD_WORD(n, set) __FDS_BITS(set)[(n) / __NFDBITS]
#define _TP_FD_BIT(n) ((__fd_mask)(1UL << (n) % __NFDBITS))
#define FD_ZERO(set) ((void)(*(set) = (fd_set){ { 0 } }))
#define FD_SET(n, set) ((void)(_TP_FD_WORD(n, set) |= _TP_FD_BIT(n)))
#define FD_CLR(n, set) ((void)(_TP_FD_WORD(n, set) &= ~_TP_FD_BIT(n)))
#define FD_ISSET(n, set) ((_TP_FD_WORD(n, set) & _TP_FD_BIT(n)) != 0)
int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
int pselect(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *);
#endif
