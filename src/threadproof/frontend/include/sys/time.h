#ifndef _SYS_TIME_H
#define _SYS_TIME_H 1
#include <features.h>
#include <_tp/timeval.h>
#include <sys/select.h>
struct timezone {
  int tz_minuteswest;
  int tz_dsttime;
};
struct itimerval {
  struct timeval it_interval;
  struct timeval it_value;
};
int gettimeofday(struct timeval *, void *);
#endif
