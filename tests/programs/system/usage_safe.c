#define _GNU_SOURCE
#include <sys/resource.h>
#include <sys/time.h>
extern void reach_error(void);
int main(void) {
  struct rusage before, after;
  struct timezone zone;
  struct timeval now;
  if (getrusage(RUSAGE_SELF, &before) || getrusage(RUSAGE_SELF, &after))
    reach_error();
  if (before.ru_utime.tv_sec > after.ru_utime.tv_sec || after.ru_maxrss < 0)
    reach_error();
  if (gettimeofday(&now, &zone) || now.tv_usec >= 1000000)
    reach_error();
  return 0;
}
