#ifndef _TP_LINUX_SPINLOCK_TYPES_H
#define _TP_LINUX_SPINLOCK_TYPES_H
#include <linux/spinlock.h>
#endif
