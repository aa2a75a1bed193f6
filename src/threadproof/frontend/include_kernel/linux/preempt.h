#ifndef _TP_LINUX_PREEMPT_H
#define _TP_LINUX_PREEMPT_H
#include <linux/spinlock.h>
#endif
