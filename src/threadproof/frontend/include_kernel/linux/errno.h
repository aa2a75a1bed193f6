#ifndef _TP_LINUX_ERRNO_H
#define _TP_LINUX_ERRNO_H
#include <errno.h>
#undef errno
#define ERESTARTSYS 512
#define ERESTARTNOINTR 513
#define ERESTARTNOHAND 514
#define ENOTSUPP 524
#endif
