#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
extern void reach_error(void);
static int futex(atomic_int *word, int operation, int value, const struct timespec *time) {
  return syscall(SYS_futex, word, operation, value, time, 0, 0);
}

static atomic_int word = 1;
int main(void) {
  struct timespec time = {0, 1000}, wrong = {0, 1000000000};
  if (futex(&word, FUTEX_WAIT, 0, 0) != -1 || errno != EAGAIN)
    reach_error();
  if (futex(&word, FUTEX_WAKE, INT_MAX, 0) != 0)
    reach_error();
  if (futex(&word, FUTEX_WAIT, 1, &wrong) != -1 || errno != EINVAL)
    reach_error();
  int result = futex(&word, FUTEX_WAIT, 1, &time);
  if (result == -1 && errno != ETIMEDOUT && errno != EINTR)
    reach_error();
  return 0;
}
