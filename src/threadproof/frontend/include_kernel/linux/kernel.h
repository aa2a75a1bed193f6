#ifndef _TP_LINUX_KERNEL_H
#define _TP_LINUX_KERNEL_H
#include <_tp/kernel.h>
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <stdarg.h>
#define ALIGN(x, a) (((x) + (__typeof__(x))(a) - 1) & ~((__typeof__(x))(a) - 1))
#define round_up(x, y) ((((x) - 1) | ((__typeof__(x))(y) - 1)) + 1)
#define round_down(x, y) ((x) & ~((__typeof__(x))(y) - 1))
#define roundup(x, y) ({ __typeof__(y) __step = (y); (((x) + (__step - 1)) / __step) * __step; })
int snprintf(char *, size_t, const char *, ...);
int sprintf(char *, const char *, ...);
#endif
