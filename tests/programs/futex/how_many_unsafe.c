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

static atomic_int word, woken;
static void *worker(void *unused) {
  if (futex(&word, FUTEX_WAIT, 0, 0) == 0)
    woken++;
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  int n = futex(&word, FUTEX_WAKE, 2, 0);
  if (n > 1)
    reach_error();
  word = 1;
  futex(&word, FUTEX_WAKE, INT_MAX, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
