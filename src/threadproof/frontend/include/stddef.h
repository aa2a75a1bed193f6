#ifndef _STDDEF_H
#define _STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
  long long __integer __attribute__((__aligned__(__alignof__(long long))));
  long double __floating;
#ifndef __LP64__
  char __quad[16] __attribute__((__aligned__(16)));
#endif
} max_align_t;
#define NULL ((void *)0)
#if __STDC_VERSION__ >= 202311L
typedef void *nullptr_t;
#define unreachable() __builtin_unreachable()
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
