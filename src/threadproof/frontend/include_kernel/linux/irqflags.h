#ifndef _TP_LINUX_IRQFLAGS_H
#define _TP_LINUX_IRQFLAGS_H
#include <linux/spinlock.h>
#endif
