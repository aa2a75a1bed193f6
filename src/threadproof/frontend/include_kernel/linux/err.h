#ifndef _TP_LINUX_ERR_H
#define _TP_LINUX_ERR_H
#include <_tp/kernel.h>
#include <linux/errno.h>
#define MAX_ERRNO 4095
int __is_error_pointer(const void *);
long __error_of_pointer(const void *);
#define IS_ERR_VALUE(x) ((unsigned long)(x) >= (unsigned long)-MAX_ERRNO)
#define IS_ERR(p) (__is_error_pointer(p) != 0)
#define IS_ERR_OR_NULL(p) ({ const void *__asked = (p); !__asked || IS_ERR(__asked); })
#define ERR_PTR(n) ((void *)(long)(n))
#define PTR_ERR(p) __error_of_pointer(p)
#define ERR_CAST(p) ((void *)(p))
#define PTR_ERR_OR_ZERO(p) ({ const void *__asked = (p); IS_ERR(__asked) ? (int)PTR_ERR(__asked) : 0; })
#endif
