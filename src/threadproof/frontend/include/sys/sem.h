#ifndef _SYS_SEM_H
#define _SYS_SEM_H 1
#include <features.h>
typedef __SIZE_TYPE__ size_t;
#include <sys/ipc.h>
#define SEM_UNDO 0x1000
#define GETPID 11
#define GETVAL 12
#define GETALL 13
#define GETNCNT 14
#define GETZCNT 15
#define SETVAL 16
#define SETALL 17
struct sembuf {
  unsigned short sem_num;
  short sem_op;
  short sem_flg;
};
int semget(key_t, int, int);
int semop(int, struct sembuf *, size_t);
int semctl(int, int, int, ...);
#endif
