#include <assert.h>
#include <time.h>
int main(void) {
  struct timespec next, now;
  clock_gettime(CLOCK_MONOTONIC, &next);
  next.tv_sec = (next.tv_sec & 0xffff) + 0x10000;
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, 0);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(now.tv_sec >= next.tv_sec);
  return 0;
}
