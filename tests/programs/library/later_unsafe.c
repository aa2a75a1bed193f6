#include <time.h>
int main(void) {
  time_t limit = time(0) + 10; // in the year 2038
  return limit == 0;
}
