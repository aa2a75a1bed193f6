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

// 0 free, 1 locked, 2 locked and somebody waits
static atomic_int lock;
static int count;
static void take(void) {
  int old = 0;
  if (atomic_compare_exchange_strong(&lock, &old, 1))
    return;
  if (old != 2)
    old = atomic_exchange(&lock, 2);
  while (old != 0) {
    futex(&lock, FUTEX_WAIT, 2, 0);
    old = atomic_exchange(&lock, 2);
  }
}
static void give(void) {
  if (atomic_exchange(&lock, 0) == 2)
    futex(&lock, FUTEX_WAKE, 1, 0);
}
static void *worker(void *unused) {
  take();
  count++;
  give();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  if (count != 2)
    reach_error();
  return 0;
}
