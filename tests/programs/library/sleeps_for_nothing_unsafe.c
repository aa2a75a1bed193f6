#include <time.h>
int main(void) {
  struct timespec *p = 0;
  nanosleep(p, 0);
  return 0;
}
