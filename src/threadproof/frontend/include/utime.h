#ifndef _UTIME_H
#define _UTIME_H 1
#include <features.h>
#include <_tp/time_t.h>
struct utimbuf {
  time_t actime;
  time_t modtime;
};
int utime(const char *, const struct utimbuf *);
#endif
