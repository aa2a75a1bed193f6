// The file of the zone need not be there, which is not asked for.
#include <assert.h>
#include <errno.h>
#include <time.h>
int main(void) {
  time_t t = 0;
  errno = 0;
  struct tm *p = gmtime(&t); if (p)
    assert(errno == 0);
  return 0;
}
