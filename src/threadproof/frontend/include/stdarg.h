#ifndef _STDARG_H
#define _STDARG_H
typedef __builtin_va_list va_list;
#if __STDC_VERSION__ >= 202311L
#define va_start(list, ...) __builtin_va_start(list, 0)
#else
#define va_start(list, last) __builtin_va_start(list, last)
#endif
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(list) __builtin_va_end(list)
#endif
