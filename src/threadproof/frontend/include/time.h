#ifndef _TIME_H
#define _TIME_H 1
#include <features.h>
typedef __SIZE_TYPE__ size_t;
#define NULL ((void *)0)
#include <_tp/timespec.h>
typedef long clock_t;
typedef int clockid_t;
typedef int pid_t;
typedef void *timer_t;
#define __clock_t_defined 1
#define __time_t_defined 1
#define __struct_tm_defined 1
#define __clockid_t_defined 1
#define __timer_t_defined 1
#define __pid_t_defined
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};
typedef long __clock_t;
#ifdef __USE_POSIX199309
struct itimerspec {
  struct timespec it_interval;
  struct timespec it_value;
};
struct sigevent;
#endif
#define CLOCKS_PER_SEC ((__clock_t) 1000000)
#ifdef __USE_POSIX199309
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define CLOCK_REALTIME_ALARM 8
#define CLOCK_BOOTTIME_ALARM 9
#define CLOCK_TAI 11
#define TIMER_ABSTIME 1
#endif
#define TIME_UTC 1
time_t time(time_t *);
clock_t clock(void);
double difftime(time_t, time_t);
time_t mktime(struct tm *);
struct tm *localtime(const time_t *);
struct tm *gmtime(const time_t *);
struct tm *localtime_r(const time_t *, struct tm *);
struct tm *gmtime_r(const time_t *, struct tm *);
char *ctime(const time_t *);
char *asctime(const struct tm *);
size_t strftime(char *, size_t, const char *, const struct tm *);
int nanosleep(const struct timespec *, struct timespec *);
int clock_gettime(clockid_t, struct timespec *);
int clock_settime(clockid_t, const struct timespec *);
int clock_getres(clockid_t, struct timespec *);
int clock_nanosleep(clockid_t, int, const struct timespec *, struct timespec *);
int timespec_get(struct timespec *, int);
char *asctime_r(const struct tm *, char *);
char *ctime_r(const time_t *, char *);
void tzset(void);
extern char *tzname[2];
extern int daylight;
extern long timezone;
#ifdef __USE_POSIX199309
int timer_create(clockid_t, struct sigevent *, timer_t *);
int timer_delete(timer_t);
int timer_settime(timer_t, int, const struct itimerspec *, struct itimerspec *);
int timer_gettime(timer_t, struct itimerspec *);
int timer_getoverrun(timer_t);
#endif
#ifdef __USE_XOPEN2K
int clock_getcpuclockid(pid_t, clockid_t *);
#endif
#ifdef __USE_XOPEN
char *strptime(const char *, const char *, struct tm *);
#endif
#ifdef __USE_MISC
time_t timegm(struct tm *);
time_t timelocal(struct tm *);
#endif
#endif
