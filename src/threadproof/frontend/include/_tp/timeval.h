#ifndef _TP_TIMEVAL_H
#define _TP_TIMEVAL_H
#include <_tp/time_t.h>
#ifndef __timeval_defined
#define __timeval_defined 1
#ifdef __USE_TIME_BITS64
typedef __INT64_TYPE__ suseconds_t;
#else
typedef long suseconds_t;
#endif
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};
#endif
#endif
