#ifndef _SYS_MSG_H
#define _SYS_MSG_H
#include <features.h>
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
#include <sys/ipc.h>
#define MSG_NOERROR 010000
struct msqid_ds;
int msgget(key_t, int);
int msgsnd(int, const void *, size_t, int);
ssize_t msgrcv(int, void *, size_t, long, int);
int msgctl(int, int, struct msqid_ds *);
#endif
