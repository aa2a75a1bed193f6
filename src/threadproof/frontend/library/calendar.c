// <time.h>: dates. What they are is not computed: a violation that depends on it must be found by the second reading.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
long long __VERIFIER_nondet_longlong(void);
void __VERIFIER_assume(int);
int __between(unsigned, unsigned);
void __disturb_errno(void);
void __set_errno(int);
void __fail(void);
void __approximately(const char *);
void __read_string(const char *);
void __anything_in(void *);
void *__memory_of_the_system(size_t);

// In this reading any number from here to there; the second one computes it.
int __part_of_date(long long moment, int part, unsigned low, unsigned high);
enum { SECOND, MINUTE, HOUR, DAY, MONTH, YEAR, WEEKDAY, DAY_OF_YEAR, IS_TOO_LATE };

static struct tm *__date(struct tm *to, long long moment) {
  if (__part_of_date(moment, IS_TOO_LATE, 0, 1)) {
    __set_errno(EOVERFLOW);
    return 0;
  }
  // (60: a leap second, in zones that have them)
  to->tm_sec = __part_of_date(moment, SECOND, 0, 60);
  to->tm_min = __part_of_date(moment, MINUTE, 0, 59);
  to->tm_hour = __part_of_date(moment, HOUR, 0, 23);
  to->tm_mday = __part_of_date(moment, DAY, 1, 31);
  to->tm_mon = __part_of_date(moment, MONTH, 0, 11);
  to->tm_year = __part_of_date(moment, YEAR, 0, 0xffffffff);
  to->tm_wday = __part_of_date(moment, WEEKDAY, 0, 6);
  to->tm_yday = __part_of_date(moment, DAY_OF_YEAR, 0, 365);
  to->tm_isdst = 0;
  to->tm_gmtoff = 0;
  to->tm_zone = "GMT";
  return to;
}

// Where the computer is nobody knows, nor what the zone is called there. Once zones differed by any number of seconds.
static char *__zone(void) {
  size_t size = __between(1, 16);
  char *name = __memory_of_the_system(size);
  name[size - 1] = 0;
  return name;
}
// (the file that says where this is need not be there)
static struct tm *__local_date(struct tm *to, long long moment) {
  __disturb_errno();
  long offset = (long)__between(0, 52 * 3600) - 26 * 3600;
  // (where it wraps around the year is none, either way)
  if (!__date(to, (long long)((unsigned long long)moment + offset)))
    return 0;
  to->tm_isdst = __between(0, 1);
  to->tm_gmtoff = offset;
  to->tm_zone = __zone();
  return to;
}

static struct tm __last_date;

// (here, too, somebody looks for the zone, and may not find it)
struct tm *gmtime_r(const time_t *time, struct tm *to) {
  __disturb_errno();
  return __date(to, *time);
}
struct tm *localtime_r(const time_t *time, struct tm *to) {
  return __local_date(to, *time);
}
struct tm *gmtime(const time_t *time) { return gmtime_r(time, &__last_date); }
struct tm *localtime(const time_t *time) { return localtime_r(time, &__last_date); }

static void __read_date(const struct tm *date) {
  int parts = date->tm_sec ^ date->tm_min ^ date->tm_hour ^ date->tm_mday ^ date->tm_mon ^ date->tm_year;
}

time_t mktime(struct tm *date) {
  __approximately("mktime");
  __read_date(date);
  int is_summer = date->tm_isdst;
  return __local_date(date, 0) ? (time_t)__VERIFIER_nondet_longlong() : -1;
}
time_t timegm(struct tm *date) {
  __approximately("timegm");
  __disturb_errno();
  __read_date(date);
  return __date(date, 0) ? (time_t)__VERIFIER_nondet_longlong() : -1;
}
time_t timelocal(struct tm *date) { return mktime(date); }

// "Sun Sep 16 01:03:52 1973\n"; years of fewer digits make it shorter, those of more and what is no date longer.
#define SHORTEST 23
#define LENGTH 26
#define LONGEST 114
static char __last_text[LONGEST];

static void __write_text(char *to, int size) {
  for (int i = 0; i < size - 2; i++) {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(c >= ' ');
    to[i] = c;
  }
  to[size - 2] = '\n';
  to[size - 1] = 0;
}
static char *__text(const struct tm *date, char *to, _Bool has_more_room) {
  __read_date(date);
  int year = date->tm_year, weekday = date->tm_wday;
  _Bool is_date = date->tm_mday >= 1 && date->tm_mday <= 31 && date->tm_hour >= 0 && date->tm_hour <= 23 &&
                  date->tm_min >= 0 && date->tm_min <= 59 && date->tm_sec >= 0 && date->tm_sec <= 60;
  if (is_date && year >= 1000 - 1900 && year <= 9999 - 1900) {
    __write_text(to, LENGTH);
    return to;
  }
  _Bool is_short = is_date && year >= -999 - 1900 && year <= 9999 - 1900;
  __write_text(to, is_short || !has_more_room ? __between(SHORTEST, LENGTH) : __between(SHORTEST, LONGEST));
  if (is_short || __VERIFIER_nondet_bool())
    return to;
  __set_errno(EOVERFLOW);
  return 0;
}
char *asctime_r(const struct tm *date, char *to) {
  __approximately("asctime_r");
  return __text(date, to, 0);
}
char *ctime_r(const time_t *time, char *to) {
  struct tm date;
  if (!__local_date(&date, *time))
    return 0;
  __approximately("ctime_r");
  return __text(&date, to, 0);
}
char *asctime(const struct tm *date) {
  __approximately("asctime");
  return __text(date, __last_text, 1);
}
char *ctime(const time_t *time) {
  struct tm *date = localtime(time);
  return date ? asctime(date) : 0;
}

// What the letter of a format wants to know.
static void __read_part(const struct tm *date, char letter) {
  int year, month, day, hour, minute, second, weekday, day_of_year, is_summer;
  long offset;
  switch (letter) {
  case 'c':
    weekday = date->tm_wday;
    __read_date(date);
    break;
  case 's':
    is_summer = date->tm_isdst;
    __read_date(date);
    break;
  case 'D': case 'F': case 'x':
    year = date->tm_year;
    month = date->tm_mon;
    day = date->tm_mday;
    break;
  case 'T': case 'X': case 'r':
    second = date->tm_sec;
  case 'R':
    hour = date->tm_hour;
  case 'M':
    minute = date->tm_min;
    break;
  case 'G': case 'V': case 'g':
    year = date->tm_year;
  case 'U': case 'W':
    day_of_year = date->tm_yday;
  case 'A': case 'a': case 'u': case 'w':
    weekday = date->tm_wday;
    break;
  case 'B': case 'b': case 'h': case 'm':
    month = date->tm_mon;
    break;
  case 'C': case 'Y': case 'y':
    year = date->tm_year;
    break;
  case 'd': case 'e':
    day = date->tm_mday;
    break;
  case 'j':
    day_of_year = date->tm_yday;
    break;
  case 'S':
    second = date->tm_sec;
    break;
  case 'Z':
    if (date->tm_zone)
      __read_string(date->tm_zone);
    is_summer = date->tm_isdst;
    break;
  case 'z':
    offset = date->tm_gmtoff;
    is_summer = date->tm_isdst;
  }
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *date) {
  // (these two are read before anybody asks for them)
  int hour = date->tm_hour;
  const char *zone = date->tm_zone;
  _Bool is_wanted = 0;
  for (; *format; format++) {
    char c = *format;
    if (is_wanted && (c == 'E' || c == 'O' || c == '_' || c == '-' || c == '^' || c == '#' || (c >= '0' && c <= '9')))
      continue;
    if (is_wanted)
      __read_part(date, c);
    is_wanted = !is_wanted && c == '%';
  }
  __approximately("strftime");
  __disturb_errno();
  size_t length = 0;
  while (length < size && __VERIFIER_nondet_bool()) {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(c != 0);
    to[length++] = c;
  }
  // (what does not fit is left where it was cut)
  if (length == size || __VERIFIER_nondet_bool())
    return 0;
  to[length] = 0;
  return length;
}

void tzset(void) { __disturb_errno(); }
