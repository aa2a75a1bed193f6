#ifndef _TP_TIMESPEC_H
#define _TP_TIMESPEC_H
#include <_tp/time_t.h>
#ifndef _STRUCT_TIMESPEC
#define _STRUCT_TIMESPEC 1
struct timespec {
  time_t tv_sec;
#ifdef __USE_TIME_BITS64
  long tv_nsec;
  int : 32;
#else
  long tv_nsec;
#endif
};
#endif
#endif
