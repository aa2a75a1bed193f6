#ifndef _SYS_IPC_H
#define _SYS_IPC_H 1
#include <features.h>
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int mode_t;
typedef int key_t;
struct ipc_perm {
  key_t __key;
  uid_t uid;
  gid_t gid;
  uid_t cuid;
  gid_t cgid;
  mode_t mode;
  unsigned short __seq;
  unsigned short __pad;
  unsigned long __reserved[2];
};
#define IPC_CREAT 01000
#define IPC_EXCL 02000
#define IPC_NOWAIT 04000
#define IPC_PRIVATE 0
#define IPC_RMID 0
#define IPC_SET 1
#define IPC_STAT 2
#ifdef __USE_GNU
#define IPC_INFO 3
#endif
key_t ftok(const char *, int);
#endif
