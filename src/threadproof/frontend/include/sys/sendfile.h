#ifndef _SYS_SENDFILE_H
#define _SYS_SENDFILE_H 1
#include <features.h>
#include <sys/types.h>
ssize_t sendfile(int, int, off_t *, size_t);
#endif
