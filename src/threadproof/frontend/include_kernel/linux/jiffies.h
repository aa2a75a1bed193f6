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
#define MAX_JIFFY_OFFSET ((LONG_MAX >> 1) - 1)
#define __of_milliseconds(n, most) ((n) > (most) ? (unsigned long)MAX_JIFFY_OFFSET : (((unsigned int)(n) + 3u) / 4u))
#define __of_microseconds(n, most) ((n) > (most) ? (unsigned long)MAX_JIFFY_OFFSET : (((unsigned int)(n) + 3999u) / 4000u))
#define msecs_to_jiffies(n) __with(unsigned int, (unsigned int)(n), __of_milliseconds, INT_MAX)
#define usecs_to_jiffies(n) __with(unsigned int, (unsigned int)(n), __of_microseconds, 4000u * (unsigned int)MAX_JIFFY_OFFSET)
#define jiffies_to_msecs(n) ((unsigned int)((unsigned long)(n) * 4u))
#endif
