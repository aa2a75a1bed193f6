#include <assert.h>
#include <time.h>
int main(void) {
  clock_t a = clock();
  clock_t b = clock();
  struct timespec r;
  assert(b >= a && clock_getres(CLOCK_MONOTONIC, &r) == 0 && r.tv_sec == 0 && r.tv_nsec > 0);
  return 0;
}
