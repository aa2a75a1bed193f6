#include <assert.h>
#include <time.h>
int main(void) {
  struct timespec ts;
  time_t t;
  assert(clock_gettime(CLOCK_REALTIME, &ts) == 0 && ts.tv_nsec >= 0 && ts.tv_nsec < 1000000000);
  assert(time(&t) == t);
  ts.tv_sec = 0;
  assert(nanosleep(&ts, 0) == 0);
  ts.tv_nsec = -1;
  assert(nanosleep(&ts, 0) == -1);
  return 0;
}
