#include <assert.h>
#include <sys/time.h>
#include <time.h>
int main(void) {
  struct timespec ts;
  struct timeval v;
  clock_gettime(CLOCK_REALTIME, &ts);
  ts.tv_sec += 5;
  gettimeofday(&v, 0);
  long seconds = v.tv_sec + v.tv_usec;
  time_t limit = time(0) + 10;
  assert(seconds >= 0 && limit >= 10 && clock() + 1 > 0);
  return 0;
}
