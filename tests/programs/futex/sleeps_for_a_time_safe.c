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

static atomic_int word;
int main(void) {
  struct timespec time = {1, 0};
  futex(&word, FUTEX_WAIT, 0, &time);
  return 0;
}
