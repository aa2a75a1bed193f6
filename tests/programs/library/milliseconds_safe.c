#include <time.h>
int main(void) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  return end.tv_sec * 1000L + end.tv_nsec / 1000000 == 0;
}
