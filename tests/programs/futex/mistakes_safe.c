// Words must be aligned and times valid, before anything else is looked at.
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static struct __attribute__((packed, aligned(4))) {
  char tag;
  int word;
} s;
static int word, other;
static char bytes[8] __attribute__((aligned(4)));

int main(void) {
  struct timespec negative = {-1, 0}, too_much = {0, 1000000000};
  assert(syscall(SYS_futex, &s.word, FUTEX_WAKE, 1) == -1 && errno == EINVAL);
  errno = 0;
  assert(syscall(SYS_futex, &s.word, FUTEX_WAIT, 1, NULL) == -1 && errno == EINVAL);
  errno = 0;
  assert(syscall(SYS_futex, bytes + 1, FUTEX_WAKE_PRIVATE, 1) == -1 && errno == EINVAL);
  assert(syscall(SYS_futex, bytes + 4, FUTEX_WAKE_PRIVATE, 1) == 0);
  errno = 0;
  assert(syscall(SYS_futex, &word, FUTEX_REQUEUE, 1, 1, &s.word) == -1 && errno == EINVAL);
  assert(syscall(SYS_futex, &word, FUTEX_REQUEUE, 1, 1, &other) == 0);
  errno = 0;
  assert(syscall(SYS_futex, &word, FUTEX_WAIT, 0, &negative) == -1 && errno == EINVAL);
  errno = 0;
  assert(syscall(SYS_futex, &word, FUTEX_WAIT, 1, &too_much) == -1 && errno == EINVAL);
  return 0;
}
