#ifndef _TP_LINUX_BUILD_BUG_H
#define _TP_LINUX_BUILD_BUG_H
#include <_tp/kernel.h>
#endif
