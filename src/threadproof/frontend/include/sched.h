#ifndef _TP_SCHED_H
#define _TP_SCHED_H
#include <features.h>
#include <time.h>
struct sched_param {
  int sched_priority;
};
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
#define SCHED_DEADLINE 6
#define SCHED_RESET_ON_FORK 0x40000000
#define CPU_SETSIZE 1024
#define _TP_CPU_WORD (8 * sizeof(unsigned long))
typedef struct { unsigned long __bits[CPU_SETSIZE / _TP_CPU_WORD]; } cpu_set_t;
#define _TP_CPU_BIT(n, set) (set)->__bits[(n) / _TP_CPU_WORD]
#define CPU_ZERO(set) ((void)(*(set) = (cpu_set_t){ { 0 } }))
#define CPU_SET(n, set) ((void)(_TP_CPU_BIT(n, set) |= 1UL << (n) % _TP_CPU_WORD))
#define CPU_CLR(n, set) ((void)(_TP_CPU_BIT(n, set) &= ~(1UL << (n) % _TP_CPU_WORD)))
#define CPU_ISSET(n, set) ((_TP_CPU_BIT(n, set) >> (n) % _TP_CPU_WORD & 1) != 0)
int sched_yield(void);
int sched_get_priority_max(int);
int sched_get_priority_min(int);
int sched_setscheduler(pid_t, int, const struct sched_param *);
int sched_getscheduler(pid_t);
#endif
