#include <assert.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  struct timespec b;
  sleep(5);
  clock_gettime(CLOCK_MONOTONIC, &b);
  assert(b.tv_sec >= 5);
  return 0;
}
