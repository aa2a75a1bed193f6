#ifndef _TP_LINUX_JIFFIES_H
#define _TP_LINUX_JIFFIES_H
#include <_tp/kernel.h>
#define HZ 250
unsigned long __kernel_jiffies(void);
#define jiffies __kernel_jiffies()
#define time_after(a, b) ((long)((b) - (a)) < 0)
#define time_before(a, b) time_after(b, a)
#define time_after_eq(a, b) ((long)((a) - (b)) >= 0)
#define time_before_eq(a, b) time_after_eq(b, a)
#define msecs_to_jiffies(n) ((unsigned long)(((n) + 3u) / 4u))
#define usecs_to_jiffies(n) ((unsigned long)(((n) + 3999u) / 4000u))
#define jiffies_to_msecs(n) ((unsigned int)((n) * 4u))
#endif
