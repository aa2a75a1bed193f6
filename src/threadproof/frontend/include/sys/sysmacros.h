#ifndef _SYS_SYSMACROS_H
#define _SYS_SYSMACROS_H 1
#include <features.h>
unsigned int gnu_dev_major(__UINT64_TYPE__);
unsigned int gnu_dev_minor(__UINT64_TYPE__);
__UINT64_TYPE__ gnu_dev_makedev(unsigned int, unsigned int);
#define major(device) gnu_dev_major (device)
#define minor(device) gnu_dev_minor (device)
#define makedev(major, minor) gnu_dev_makedev (major, minor)
#endif
