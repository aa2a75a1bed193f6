#ifndef _TP_TIMEVAL_H
#define _TP_TIMEVAL_H
#include <_tp/time_t.h>
#ifndef __timeval_defined
#define __timeval_defined 1
typedef long suseconds_t;
struct timeval {
  time_t tv_sec;
#ifdef __USE_TIME_BITS64
  __INT64_TYPE__ tv_usec;
#else
  suseconds_t tv_usec;
#endif
};
#endif
#endif
