#ifndef _TP_LINUX_TYPES_H
#define _TP_LINUX_TYPES_H
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
typedef signed char __s8;
typedef unsigned char __u8;
typedef signed short __s16;
typedef unsigned short __u16;
typedef signed int __s32;
typedef unsigned int __u32;
typedef signed long long __s64;
typedef unsigned long long __u64;
typedef __u16 __le16, __be16;
typedef __u32 __le32, __be32;
typedef __u64 __le64, __be64;
#endif
