#include <time.h>
extern void reach_error(void);
int main(void) {
  char text[26];
  struct tm date = {0};
  date.tm_mday = 7;
  date.tm_year = 99;
  char *found = asctime_r(&date, text);
  if (found != text || text[24] != '\n' || text[25])
    reach_error();
  return 0;
}
