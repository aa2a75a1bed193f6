#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H 1
#include <features.h>
typedef __SIZE_TYPE__ size_t;
#ifdef __USE_MISC
#include <endian.h>
#include <sys/select.h>
#endif
#include <_tp/off_t.h>
#include <_tp/time_t.h>
typedef __UINT64_TYPE__ dev_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef long clock_t;
typedef long suseconds_t;
#ifdef __USE_XOPEN
typedef unsigned int useconds_t;
#endif
typedef int clockid_t;
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int mode_t;
typedef unsigned int id_t;
typedef int key_t;
typedef long blksize_t;
#ifdef __USE_FILE_OFFSET64
typedef __UINT64_TYPE__ ino_t;
typedef __INT64_TYPE__ blkcnt_t;
#else
typedef unsigned long ino_t;
typedef long blkcnt_t;
#endif
#ifdef __LP64__
typedef unsigned long nlink_t;
#else
typedef unsigned int nlink_t;
#endif
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef __UINT8_TYPE__ u_int8_t;
typedef __UINT16_TYPE__ u_int16_t;
typedef __UINT32_TYPE__ u_int32_t;
typedef __UINT64_TYPE__ u_int64_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
#endif
