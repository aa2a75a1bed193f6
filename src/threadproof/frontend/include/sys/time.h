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
enum {
  ITIMER_REAL = 0,
  ITIMER_VIRTUAL = 1,
  ITIMER_PROF = 2,
};
#define ITIMER_REAL ITIMER_REAL
#define ITIMER_VIRTUAL ITIMER_VIRTUAL
#define ITIMER_PROF ITIMER_PROF
#ifdef __USE_MISC
#define timerisset(time) ((time)->tv_sec || (time)->tv_usec)
#define timerclear(time) ((time)->tv_sec = (time)->tv_usec = 0)
#define timercmp(a, b, compare) \
  ((a)->tv_sec == (b)->tv_sec ? ((a)->tv_usec compare (b)->tv_usec) : ((a)->tv_sec compare (b)->tv_sec))
#define timeradd(a, b, sum) do { \
  (sum)->tv_sec = (a)->tv_sec + (b)->tv_sec; \
  (sum)->tv_usec = (a)->tv_usec + (b)->tv_usec; \
  if ((sum)->tv_usec >= 1000000) { \
    ++(sum)->tv_sec; \
    (sum)->tv_usec -= 1000000; \
  } \
} while (0)
#define timersub(a, b, difference) do { \
  (difference)->tv_sec = (a)->tv_sec - (b)->tv_sec; \
  (difference)->tv_usec = (a)->tv_usec - (b)->tv_usec; \
  if ((difference)->tv_usec < 0) { \
    --(difference)->tv_sec; \
    (difference)->tv_usec += 1000000; \
  } \
} while (0)
int settimeofday(const struct timeval *, const struct timezone *);
int adjtime(const struct timeval *, struct timeval *);
#endif
int getitimer(int, struct itimerval *);
int setitimer(int, const struct itimerval *, struct itimerval *);
int utimes(const char *, const struct timeval [2]);
#endif
