#ifndef _SYS_STAT_H
#define _SYS_STAT_H 1
#include <features.h>
#include <_tp/timespec.h>
#include <_tp/off_t.h>
#include <_tp/modes.h>
typedef __UINT64_TYPE__ dev_t;
typedef unsigned int gid_t;
typedef unsigned int mode_t;
typedef unsigned int uid_t;
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
struct stat {
#ifdef __LP64__
  dev_t st_dev;
  ino_t st_ino;
  nlink_t st_nlink;
  mode_t st_mode;
  uid_t st_uid;
  gid_t st_gid;
  int __pad;
  dev_t st_rdev;
  off_t st_size;
  blksize_t st_blksize;
  blkcnt_t st_blocks;
#elif defined __USE_TIME_BITS64
  dev_t st_dev;
  ino_t st_ino;
  mode_t st_mode;
  nlink_t st_nlink;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  off_t st_size;
  blksize_t st_blksize;
  blkcnt_t st_blocks;
#elif defined __USE_FILE_OFFSET64
  dev_t st_dev;
  unsigned short __pad1;
  unsigned long __st_ino;
  mode_t st_mode;
  nlink_t st_nlink;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  unsigned short __pad2;
  off_t st_size;
  blksize_t st_blksize;
  blkcnt_t st_blocks;
#else
  dev_t st_dev;
  unsigned short __pad1;
  ino_t st_ino;
  mode_t st_mode;
  nlink_t st_nlink;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  unsigned short __pad2;
  off_t st_size;
  blksize_t st_blksize;
  blkcnt_t st_blocks;
#endif
#ifdef __USE_XOPEN2K8
  struct timespec st_atim, st_mtim, st_ctim;
#define st_atime st_atim.tv_sec
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec
#else
  time_t st_atime;
  unsigned long st_atimensec;
  time_t st_mtime;
  unsigned long st_mtimensec;
  time_t st_ctime;
  unsigned long st_ctimensec;
#endif
#ifdef __LP64__
  long __reserved[3];
#elif defined __USE_TIME_BITS64
#elif defined __USE_FILE_OFFSET64
  ino_t st_ino;
#else
  unsigned long __reserved[2];
#endif
};
#define _TP_IS(mode, kind) (((mode) & S_IFMT) == kind)
#define S_ISDIR(mode) _TP_IS(mode, S_IFDIR)
#define S_ISCHR(mode) _TP_IS(mode, S_IFCHR)
#define S_ISBLK(mode) _TP_IS(mode, S_IFBLK)
#define S_ISREG(mode) _TP_IS(mode, S_IFREG)
#define S_ISFIFO(mode) _TP_IS(mode, S_IFIFO)
#define S_ISLNK(mode) _TP_IS(mode, S_IFLNK)
#define S_ISSOCK(mode) _TP_IS(mode, S_IFSOCK)
#define S_TYPEISMQ(status) ((void)(status)->st_mode, 0)
#define S_TYPEISSEM(status) ((void)(status)->st_mode, 0)
#define S_TYPEISSHM(status) ((void)(status)->st_mode, 0)
#ifdef __USE_GNU
#define STATX_ALL 0x00000fffU
#define STATX_ATIME 0x00000020U
#define STATX_ATTR_APPEND 0x00000020
#define STATX_ATTR_AUTOMOUNT 0x00001000
#define STATX_ATTR_COMPRESSED 0x00000004
#define STATX_ATTR_DAX 0x00200000
#define STATX_ATTR_ENCRYPTED 0x00000800
#define STATX_ATTR_IMMUTABLE 0x00000010
#define STATX_ATTR_MOUNT_ROOT 0x00002000
#define STATX_ATTR_NODUMP 0x00000040
#define STATX_ATTR_VERITY 0x00100000
#define STATX_BASIC_STATS 0x000007ffU
#define STATX_BLOCKS 0x00000400U
#define STATX_BTIME 0x00000800U
#define STATX_CTIME 0x00000080U
#define STATX_DIOALIGN 0x00002000U
#define STATX_GID 0x00000010U
#define STATX_INO 0x00000100U
#define STATX_MNT_ID 0x00001000U
#define STATX_MODE 0x00000002U
#define STATX_MTIME 0x00000040U
#define STATX_NLINK 0x00000004U
#define STATX_SIZE 0x00000200U
#define STATX_TYPE 0x00000001U
#define STATX_UID 0x00000008U
#define STATX__RESERVED 0x80000000U
#endif
#ifdef __USE_MISC
#define ACCESSPERMS 0777
#define ALLPERMS 07777
#define DEFFILEMODE 0666
#define S_BLKSIZE 512
#define S_IEXEC S_IXUSR
#define S_IREAD S_IRUSR
#define S_IWRITE S_IWUSR
#endif
#ifdef __USE_XOPEN2K8
#define UTIME_NOW 0x3fffffffL
#define UTIME_OMIT 0x3ffffffeL
#endif
int stat(const char *, struct stat *);
int fstat(int, struct stat *);
int lstat(const char *, struct stat *);
int chmod(const char *, mode_t);
int fchmod(int, mode_t);
mode_t umask(mode_t);
int mkdir(const char *, mode_t);
int mknod(const char *, mode_t, dev_t);
int mkfifo(const char *, mode_t);
#ifdef __USE_ATFILE
int fstatat(int, const char *, struct stat *, int);
int fchmodat(int, const char *, mode_t, int);
int mkdirat(int, const char *, mode_t);
int mkfifoat(int, const char *, mode_t);
int utimensat(int, const char *, const struct timespec [2], int);
#endif
#ifdef __USE_XOPEN2K8
int futimens(int, const struct timespec [2]);
#endif
#endif
