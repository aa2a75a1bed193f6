#include <assert.h>
#include <sys/time.h>
struct timeval tv;
int main(void) {
  gettimeofday(&tv, 0);
  assert(tv.tv_sec == 0);
  return 0;
}
