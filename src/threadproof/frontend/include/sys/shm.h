#ifndef _SYS_SHM_H
#define _SYS_SHM_H 1
#include <features.h>
typedef __SIZE_TYPE__ size_t;
#include <sys/ipc.h>
typedef int pid_t;
#include <_tp/time_t.h>
typedef unsigned long shmatt_t;
#ifdef __USE_TIME_BITS64
struct shmid_ds;
#else
struct shmid_ds {
  struct ipc_perm shm_perm;
  size_t shm_segsz;
#ifdef __LP64__
  time_t shm_atime, shm_dtime, shm_ctime;
#else
  long shm_atime;
  unsigned long __atime_high;
  long shm_dtime;
  unsigned long __dtime_high;
  long shm_ctime;
  unsigned long __ctime_high;
#endif
  pid_t shm_cpid, shm_lpid;
  shmatt_t shm_nattch;
  unsigned long __reserved[2];
};
#endif
#define SHMLBA (__getpagesize ())
#define SHM_EXEC 0100000
#define SHM_LOCK 11
#define SHM_R 0400
#define SHM_RDONLY 010000
#define SHM_REMAP 040000
#define SHM_RND 020000
#define SHM_UNLOCK 12
#define SHM_W 0200
#ifdef __USE_MISC
#define SHM_DEST 01000
#define SHM_HUGETLB 04000
#define SHM_INFO 14
#define SHM_LOCKED 02000
#define SHM_NORESERVE 010000
#define SHM_STAT 13
#define SHM_STAT_ANY 15
#endif
int __getpagesize(void);
int shmget(key_t, size_t, int);
void *shmat(int, const void *, int);
int shmdt(const void *);
int shmctl(int, int, struct shmid_ds *);
#endif
