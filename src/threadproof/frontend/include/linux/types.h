#ifndef _LINUX_TYPES_H
#define _LINUX_TYPES_H
#include <asm/types.h>
typedef __u16 __le16, __be16;
typedef __u32 __le32, __be32;
typedef __u64 __le64, __be64;
#endif
