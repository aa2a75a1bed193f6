#ifndef _TP_SYS_TIME_H
#define _TP_SYS_TIME_H
#include <features.h>
#include <sys/types.h>
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};
int gettimeofday(struct timeval *, void *);
#endif
