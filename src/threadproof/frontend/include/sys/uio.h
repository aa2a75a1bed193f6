#ifndef _SYS_UIO_H
#define _SYS_UIO_H 1
#include <features.h>
#include <sys/types.h>
#include <_tp/iovec.h>
#define UIO_MAXIOV 0x400
#ifdef __USE_GNU
#define RWF_APPEND 0x00000010
#define RWF_DSYNC 0x00000002
#define RWF_HIPRI 0x00000001
#define RWF_NOAPPEND 0x00000020
#define RWF_NOWAIT 0x00000008
#define RWF_SYNC 0x00000004
#endif
ssize_t readv(int, const struct iovec *, int);
ssize_t writev(int, const struct iovec *, int);
#ifdef __USE_MISC
ssize_t preadv(int, const struct iovec *, int, off_t);
ssize_t pwritev(int, const struct iovec *, int, off_t);
#endif
#endif
