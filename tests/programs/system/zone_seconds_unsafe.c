#define _GNU_SOURCE
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t long_ago = -3000000000;
  struct tm date;
  if (localtime_r(&long_ago, &date) && date.tm_gmtoff % 60 == 28)
    reach_error();
  return 0;
}
