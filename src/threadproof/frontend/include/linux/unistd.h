#ifndef _LINUX_UNISTD_H_
#define _LINUX_UNISTD_H_
#include <asm/unistd.h>
#endif
