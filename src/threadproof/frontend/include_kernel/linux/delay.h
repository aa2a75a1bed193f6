#ifndef _TP_LINUX_DELAY_H
#define _TP_LINUX_DELAY_H
#include <linux/jiffies.h>
#define msleep(n) ((void)(n), (void)sched_yield())
unsigned long __kernel_msleep_interruptible(unsigned int);
#define msleep_interruptible(n) __kernel_msleep_interruptible(n)
#define ssleep(n) msleep(n)
#define usleep_range(a, b) ((void)(a), msleep(b))
#define fsleep(n) msleep(n)
#define udelay(n) ((void)(n))
#define ndelay(n) ((void)(n))
#define mdelay(n) ((void)(n))
#endif
