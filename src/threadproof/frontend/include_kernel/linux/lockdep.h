#ifndef _TP_LINUX_LOCKDEP_H
#define _TP_LINUX_LOCKDEP_H
#include <linux/spinlock.h>
#endif
