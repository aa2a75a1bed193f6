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

static atomic_int flag;
static int data;
static void *worker(void *unused) {
  data = 1;
  flag = 1;
  futex(&flag, FUTEX_WAKE_PRIVATE, 1, 0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  while (!flag)
    futex(&flag, FUTEX_WAIT_PRIVATE, 0, 0);
  if (data != 1)
    reach_error();
  pthread_join(t, 0);
  return 0;
}
