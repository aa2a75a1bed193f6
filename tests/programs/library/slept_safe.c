#include <assert.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  sleep(2);
  clock_gettime(CLOCK_MONOTONIC, &b);
  assert(b.tv_sec > a.tv_sec + 1);
  return 0;
}
