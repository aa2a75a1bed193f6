#ifndef _SYS_WAIT_H
#define _SYS_WAIT_H 1
#include <features.h>
#include <signal.h>
#include <_tp/wait_status.h>
#ifdef __USE_MISC
#define WCOREDUMP(status) __WCOREDUMP (status)
#define W_EXITCODE(ret, sig) __W_EXITCODE (ret, sig)
#define W_STOPCODE(sig) __W_STOPCODE (sig)
#endif
typedef int pid_t;
typedef unsigned int id_t;
#ifdef __USE_MISC
struct rusage;
#endif
typedef enum { P_ALL, P_PID, P_PGID, P_PIDFD } idtype_t;
#ifdef __USE_MISC
#define WAIT_ANY (-1)
#define WAIT_MYPGRP 0
#define WCOREFLAG 128
#endif
pid_t wait(int *);
pid_t waitpid(pid_t, int *, int);
#if defined __USE_XOPEN || defined __USE_XOPEN2K8
int waitid(idtype_t, id_t, siginfo_t *, int);
#endif
#ifdef __USE_MISC
pid_t wait3(int *, int, struct rusage *);
pid_t wait4(pid_t, int *, int, struct rusage *);
#endif
#endif
