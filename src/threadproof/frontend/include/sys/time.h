#ifndef _SYS_TIME_H
#define _SYS_TIME_H 1
#include <features.h>
#include <_tp/timeval.h>
int gettimeofday(struct timeval *, void *);
#endif
