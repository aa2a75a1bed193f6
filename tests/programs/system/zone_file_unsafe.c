// The file of the zone need not be there.
#include <assert.h>
#include <errno.h>
#include <time.h>
int main(void) {
  errno = 0;
  tzset();
  assert(errno == 0);
  return 0;
}
