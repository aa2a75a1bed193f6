#ifndef _SYS_TIMEB_H
#define _SYS_TIMEB_H 1
#include <features.h>
#include <_tp/time_t.h>
struct timeb {
  time_t time;
  unsigned short int millitm;
  short int timezone;
  short int dstflag;
};
int ftime(struct timeb *);
#endif
