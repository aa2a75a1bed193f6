#ifndef _SCHED_H
#define _SCHED_H 1
#include <features.h>
typedef __SIZE_TYPE__ size_t;
#include <_tp/timespec.h>
#define NULL ((void *)0)
typedef int pid_t;
struct sched_param {
  int sched_priority;
};
#define sched_priority sched_priority
#define __sched_priority sched_priority
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#ifdef __USE_GNU
#define CLONE_CHILD_CLEARTID 0x00200000
#define CLONE_CHILD_SETTID 0x01000000
#define CLONE_DETACHED 0x00400000
#define CLONE_FILES 0x00000400
#define CLONE_FS 0x00000200
#define CLONE_IO 0x80000000
#define CLONE_NEWCGROUP 0x02000000
#define CLONE_NEWIPC 0x08000000
#define CLONE_NEWNET 0x40000000
#define CLONE_NEWNS 0x00020000
#define CLONE_NEWPID 0x20000000
#define CLONE_NEWTIME 0x00000080
#define CLONE_NEWUSER 0x10000000
#define CLONE_NEWUTS 0x04000000
#define CLONE_PARENT 0x00008000
#define CLONE_PARENT_SETTID 0x00100000
#define CLONE_PIDFD 0x00001000
#define CLONE_PTRACE 0x00002000
#define CLONE_SETTLS 0x00080000
#define CLONE_SIGHAND 0x00000800
#define CLONE_SYSVSEM 0x00040000
#define CLONE_THREAD 0x00010000
#define CLONE_UNTRACED 0x00800000
#define CLONE_VFORK 0x00004000
#define CLONE_VM 0x00000100
#define CSIGNAL 0x000000ff
#define SCHED_BATCH 3
#define SCHED_DEADLINE 6
#define SCHED_IDLE 5
#define SCHED_ISO 4
#define SCHED_RESET_ON_FORK 0x40000000
#define CPU_SETSIZE 1024
#define __CPU_SETSIZE 1024
#define _TP_CPU_WORD (8 * sizeof(unsigned long))
typedef struct { unsigned long __bits[CPU_SETSIZE / _TP_CPU_WORD]; } cpu_set_t;
#define CPU_ZERO(set) ((void)(*(set) = (cpu_set_t){ { 0 } }))
// (there are no processors beyond)
#define _TP_CPU_WORD_OF(set) (set)->__bits[_tp_cpu / _TP_CPU_WORD]
#define _TP_CPU(n, does) __extension__({ __SIZE_TYPE__ _tp_cpu = (n); _tp_cpu < CPU_SETSIZE ? (does) : 0; })
#define CPU_SET(n, set) ((void)_TP_CPU(n, _TP_CPU_WORD_OF(set) |= 1UL << _tp_cpu % _TP_CPU_WORD))
#define CPU_CLR(n, set) ((void)_TP_CPU(n, _TP_CPU_WORD_OF(set) &= ~(1UL << _tp_cpu % _TP_CPU_WORD)))
#define CPU_ISSET(n, set) ((int)_TP_CPU(n, (_TP_CPU_WORD_OF(set) >> _tp_cpu % _TP_CPU_WORD & 1) != 0))
#define CPU_COUNT(set) __sched_cpucount(sizeof(cpu_set_t), (set))
int __sched_cpucount(size_t, const cpu_set_t *);
int sched_setaffinity(pid_t, size_t, const cpu_set_t *);
int sched_getaffinity(pid_t, size_t, cpu_set_t *);
int sched_getcpu(void);
#endif
int sched_yield(void);
int sched_get_priority_max(int);
int sched_get_priority_min(int);
int sched_setscheduler(pid_t, int, const struct sched_param *);
int sched_getscheduler(pid_t);
#endif
