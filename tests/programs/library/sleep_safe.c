#include <assert.h>
#include <errno.h>
#include <threads.h>
#include <time.h>
int main(void) {
  struct timespec some = {0, 1}, none = {0, 1000000000}, past = {-1, 0};
  assert(nanosleep(&some, 0) == 0 && thrd_sleep(&some, 0) == 0);
  assert(nanosleep(&none, 0) == -1 && errno == EINVAL && nanosleep(&past, 0) == -1);
  assert(thrd_sleep(&past, 0) < -1);
  assert(clock_nanosleep(CLOCK_REALTIME, 0, &none, 0) == EINVAL);
  return 0;
}
