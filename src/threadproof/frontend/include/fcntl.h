#ifndef _FCNTL_H
#define _FCNTL_H 1
#include <features.h>
#include <_tp/off_t.h>
typedef unsigned int mode_t;
typedef int pid_t;
struct flock {
  short l_type;
  short l_whence;
  off_t l_start;
  off_t l_len;
  pid_t l_pid;
};
#ifdef __LP64__
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#elif defined __USE_FILE_OFFSET64
#define F_GETLK F_GETLK64
#define F_SETLK F_SETLK64
#define F_SETLKW F_SETLKW64
#else
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#endif
#ifdef __LP64__
#define F_GETLK64 5
#define F_SETLK64 6
#define F_SETLKW64 7
#define __O_LARGEFILE 0
#else
#define F_GETLK64 12
#define F_SETLK64 13
#define F_SETLKW64 14
#define __O_LARGEFILE 0100000
#endif
#ifdef __USE_LARGEFILE64
#define O_LARGEFILE __O_LARGEFILE
#endif
#define FD_CLOEXEC 1
#define F_DUPFD 0
#define F_EXLCK 4
#define F_GETFD 1
#define F_GETFL 3
#define F_RDLCK 0
#define F_SETFD 2
#define F_SETFL 4
#define F_SHLCK 8
#define F_UNLCK 2
#define F_WRLCK 1
#define O_ACCMODE 0003
#define O_APPEND 02000
#define O_ASYNC 020000
#define O_CREAT 0100
#define O_DSYNC 010000
#define O_EXCL 0200
#define O_FSYNC O_SYNC
#define O_NDELAY O_NONBLOCK
#define O_NOCTTY 0400
#define O_NONBLOCK 04000
#define O_RDONLY 00
#define O_RDWR 02
#define O_RSYNC O_SYNC
#define O_SYNC 04010000
#define O_TRUNC 01000
#define O_WRONLY 01
#ifdef __USE_GNU
#define AT_EMPTY_PATH 0x1000
#define AT_NO_AUTOMOUNT 0x800
#define AT_RECURSIVE 0x8000
#define AT_STATX_DONT_SYNC 0x4000
#define AT_STATX_FORCE_SYNC 0x2000
#define AT_STATX_SYNC_AS_STAT 0x0000
#define AT_STATX_SYNC_TYPE 0x6000
#define DN_ACCESS 0x00000001
#define DN_ATTRIB 0x00000020
#define DN_CREATE 0x00000004
#define DN_DELETE 0x00000008
#define DN_MODIFY 0x00000002
#define DN_MULTISHOT 0x80000000
#define DN_RENAME 0x00000010
#define FALLOC_FL_COLLAPSE_RANGE 0x08
#define FALLOC_FL_INSERT_RANGE 0x20
#define FALLOC_FL_KEEP_SIZE 0x01
#define FALLOC_FL_NO_HIDE_STALE 0x04
#define FALLOC_FL_PUNCH_HOLE 0x02
#define FALLOC_FL_UNSHARE_RANGE 0x40
#define FALLOC_FL_ZERO_RANGE 0x10
#define F_ADD_SEALS 1033
#define F_GETLEASE 1025
#define F_GETOWN_EX 020
#define F_GETPIPE_SZ 1032
#define F_GETSIG 013
#define F_GET_FILE_RW_HINT 1037
#define F_GET_RW_HINT 1035
#define F_GET_SEALS 1034
#define F_NOTIFY 1026
#define F_OFD_GETLK 36
#define F_OFD_SETLK 37
#define F_OFD_SETLKW 38
#define F_SEAL_FUTURE_WRITE 0x0010
#define F_SEAL_GROW 0x0004
#define F_SEAL_SEAL 0x0001
#define F_SEAL_SHRINK 0x0002
#define F_SEAL_WRITE 0x0008
#define F_SETLEASE 1024
#define F_SETOWN_EX 017
#define F_SETPIPE_SZ 1031
#define F_SETSIG 012
#define F_SET_FILE_RW_HINT 1038
#define F_SET_RW_HINT 1036
#define LOCK_MAND 32
#define LOCK_READ 64
#define LOCK_RW 192
#define LOCK_WRITE 128
#define MAX_HANDLE_SZ 128
#define O_DIRECT 040000
#define O_NOATIME 01000000
#define O_PATH 010000000
#define O_TMPFILE 020200000
#define RWF_WRITE_LIFE_NOT_SET RWH_WRITE_LIFE_NOT_SET
#define RWH_WRITE_LIFE_EXTREME 5
#define RWH_WRITE_LIFE_LONG 4
#define RWH_WRITE_LIFE_MEDIUM 3
#define RWH_WRITE_LIFE_NONE 1
#define RWH_WRITE_LIFE_NOT_SET 0
#define RWH_WRITE_LIFE_SHORT 2
#define SPLICE_F_GIFT 8
#define SPLICE_F_MORE 4
#define SPLICE_F_MOVE 1
#define SPLICE_F_NONBLOCK 2
#define SYNC_FILE_RANGE_WAIT_AFTER 4
#define SYNC_FILE_RANGE_WAIT_BEFORE 1
#define SYNC_FILE_RANGE_WRITE 2
#define SYNC_FILE_RANGE_WRITE_AND_WAIT 7
#endif
#ifdef __USE_MISC
#define FAPPEND O_APPEND
#define FASYNC O_ASYNC
#define FFSYNC O_FSYNC
#define FNDELAY O_NDELAY
#define FNONBLOCK O_NONBLOCK
#define F_LOCK 1
#define F_OK 0
#define F_TEST 3
#define F_TLOCK 2
#define F_ULOCK 0
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_SH 1
#define LOCK_UN 8
#define R_OK 4
#define W_OK 2
#define X_OK 1
#endif
#ifdef __USE_XOPEN2K
#define POSIX_FADV_DONTNEED 4
#define POSIX_FADV_NOREUSE 5
#define POSIX_FADV_NORMAL 0
#define POSIX_FADV_RANDOM 1
#define POSIX_FADV_SEQUENTIAL 2
#define POSIX_FADV_WILLNEED 3
#endif
#ifdef __USE_XOPEN2K8
#define AT_EACCESS 0x200
#define AT_FDCWD (-100)
#define AT_REMOVEDIR 0x200
#define AT_SYMLINK_FOLLOW 0x400
#define AT_SYMLINK_NOFOLLOW 0x100
#define F_DUPFD_CLOEXEC 1030
#define O_CLOEXEC 02000000
#define O_DIRECTORY 0200000
#define O_NOFOLLOW 0400000
#define UTIME_NOW 0x3fffffffL
#define UTIME_OMIT 0x3ffffffeL
#endif
#if defined __USE_XOPEN2K8 || defined __USE_UNIX98
#define F_GETOWN 011
#define F_SETOWN 010
#endif
#if defined __USE_XOPEN2K8 || defined __USE_XOPEN
#define SEEK_CUR 1
#define SEEK_END 2
#define SEEK_SET 0
#endif
#if defined __USE_XOPEN || defined __USE_XOPEN2K8
#include <_tp/modes.h>
#endif
#ifdef __USE_GNU
struct f_owner_ex {
  int type;
  pid_t pid;
};
struct file_handle {
  unsigned int handle_bytes;
  int handle_type;
  unsigned char f_handle[];
};
#endif
int open(const char *, int, ...);
int creat(const char *, mode_t);
int fcntl(int, int, ...);
#ifdef __USE_ATFILE
int openat(int, const char *, int, ...);
#endif
#ifdef __USE_XOPEN2K
int posix_fadvise(int, off_t, off_t, int);
int posix_fallocate(int, off_t, off_t);
#endif
#ifdef __USE_GNU
int fallocate(int, int, off_t, off_t);
#endif
#endif
