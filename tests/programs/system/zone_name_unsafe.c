#define _GNU_SOURCE
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t now = 100000;
  struct tm date;
  if (localtime_r(&now, &date) && date.tm_zone[0] != 'U')
    reach_error();
  return 0;
}
