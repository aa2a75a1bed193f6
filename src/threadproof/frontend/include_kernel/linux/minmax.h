#ifndef _TP_LINUX_MINMAX_H
#define _TP_LINUX_MINMAX_H
#include <_tp/kernel.h>
#define min(a, b) ({ __typeof__(a) __first = (a); __typeof__(b) __second = (b); __first < __second ? __first : __second; })
#define max(a, b) ({ __typeof__(a) __first = (a); __typeof__(b) __second = (b); __first > __second ? __first : __second; })
#define min_t(type, a, b) ({ type __first = (a); type __second = (b); __first < __second ? __first : __second; })
#define max_t(type, a, b) ({ type __first = (a); type __second = (b); __first > __second ? __first : __second; })
#define clamp(x, low, high) min((__typeof__(x))max(x, low), high)
#define swap(a, b) do { __typeof__(a) __first = (a); (a) = (b); (b) = __first; } while (0)
#endif
