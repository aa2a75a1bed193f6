#ifndef _TP_LINUX_BOTTOM_HALF_H
#define _TP_LINUX_BOTTOM_HALF_H
#include <linux/spinlock.h>
#endif
