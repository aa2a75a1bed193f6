#ifndef _SYS_RESOURCE_H
#define _SYS_RESOURCE_H 1
#include <features.h>
#include <_tp/rusage.h>
typedef unsigned int id_t;
#ifdef __USE_FILE_OFFSET64
typedef __UINT64_TYPE__ rlim_t;
#else
typedef unsigned long rlim_t;
#endif
struct rlimit {
  rlim_t rlim_cur;
  rlim_t rlim_max;
};
#ifdef __USE_LARGEFILE64
typedef __UINT64_TYPE__ rlim64_t;
struct rlimit64 {
  rlim64_t rlim_cur;
  rlim64_t rlim_max;
};
#endif
#ifdef __USE_FILE_OFFSET64
#define RLIM_INFINITY 0xffffffffffffffffULL
#else
#define RLIM_INFINITY ((rlim_t) -1)
#endif
#define RLIM_SAVED_CUR RLIM_INFINITY
#define RLIM_SAVED_MAX RLIM_INFINITY
#ifdef __USE_LARGEFILE64
#define RLIM64_INFINITY 0xffffffffffffffffULL
#endif
enum {
  RUSAGE_CHILDREN = (-1),
  RLIMIT_CPU = 0,
  RUSAGE_SELF = 0,
  PRIO_PROCESS = 0,
  PRIO_PGRP = 1,
  RLIMIT_FSIZE = 1,
  PRIO_USER = 2,
  RLIMIT_DATA = 2,
  RLIMIT_STACK = 3,
  RLIMIT_CORE = 4,
  RLIMIT_RSS = 5,
  RLIMIT_NPROC = 6,
  RLIMIT_OFILE = 7,
  RLIMIT_NOFILE = 7,
  RLIMIT_MEMLOCK = 8,
  RLIMIT_AS = 9,
  RLIMIT_LOCKS = 10,
  RLIMIT_SIGPENDING = 11,
  RLIMIT_MSGQUEUE = 12,
  RLIMIT_NICE = 13,
  RLIMIT_RTPRIO = 14,
  RLIMIT_RTTIME = 15,
  RLIMIT_NLIMITS = 16,
  RLIM_NLIMITS = 16,
};
#define PRIO_PGRP PRIO_PGRP
#define PRIO_PROCESS PRIO_PROCESS
#define PRIO_USER PRIO_USER
#define RLIMIT_AS RLIMIT_AS
#define RLIMIT_CORE RLIMIT_CORE
#define RLIMIT_CPU RLIMIT_CPU
#define RLIMIT_DATA RLIMIT_DATA
#define RLIMIT_FSIZE RLIMIT_FSIZE
#define RLIMIT_LOCKS RLIMIT_LOCKS
#define RLIMIT_MEMLOCK RLIMIT_MEMLOCK
#define RLIMIT_MSGQUEUE RLIMIT_MSGQUEUE
#define RLIMIT_NICE RLIMIT_NICE
#define RLIMIT_NLIMITS RLIMIT_NLIMITS
#define RLIMIT_NOFILE RLIMIT_NOFILE
#define RLIMIT_NPROC RLIMIT_NPROC
#define RLIMIT_OFILE RLIMIT_OFILE
#define RLIMIT_RSS RLIMIT_RSS
#define RLIMIT_RTPRIO RLIMIT_RTPRIO
#define RLIMIT_RTTIME RLIMIT_RTTIME
#define RLIMIT_SIGPENDING RLIMIT_SIGPENDING
#define RLIMIT_STACK RLIMIT_STACK
#define RLIM_NLIMITS RLIM_NLIMITS
#define RUSAGE_CHILDREN RUSAGE_CHILDREN
#define RUSAGE_SELF RUSAGE_SELF
#define PRIO_MAX 20
#define PRIO_MIN (-20)
#ifdef __USE_GNU
enum {
  RUSAGE_THREAD = 1,
  RUSAGE_LWP = 1,
};
#define RUSAGE_LWP RUSAGE_LWP
#define RUSAGE_THREAD RUSAGE_THREAD
#endif
int getpriority(int, id_t);
int setpriority(int, id_t, int);
int getrlimit(int, struct rlimit *);
int setrlimit(int, const struct rlimit *);
int getrusage(int, struct rusage *);
#endif
