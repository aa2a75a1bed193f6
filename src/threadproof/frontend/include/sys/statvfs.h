#ifndef _SYS_STATVFS_H
#define _SYS_STATVFS_H 1
#include <features.h>
#ifdef __USE_FILE_OFFSET64
typedef __UINT64_TYPE__ fsblkcnt_t, fsfilcnt_t;
#else
typedef unsigned long fsblkcnt_t, fsfilcnt_t;
#endif
struct statvfs {
  unsigned long f_bsize, f_frsize;
  fsblkcnt_t f_blocks, f_bfree, f_bavail;
  fsfilcnt_t f_files, f_ffree, f_favail;
  unsigned long f_fsid;
#ifndef __LP64__
  int __f_unused;
#endif
  unsigned long f_flag, f_namemax;
  int __f_spare[6];
};
#define ST_RDONLY ST_RDONLY
#define ST_NOSUID ST_NOSUID
enum { ST_RDONLY = 1, ST_NOSUID = 2 };
int statvfs(const char *, struct statvfs *);
int fstatvfs(int, struct statvfs *);
#endif
