// Nobody wakes the one that was moved.
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int first, second, asleep;

static void *sleeper(void *arg) {
  asleep++;
  while (!first)
    syscall(SYS_futex, &first, FUTEX_WAIT_PRIVATE, 0, NULL);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sleeper, NULL);
  pthread_create(&b, NULL, sleeper, NULL);
  first = 1;
  int n = syscall(SYS_futex, &first, FUTEX_CMP_REQUEUE_PRIVATE, 1, 1, &second, 0);
  assert(n == -1 && errno == EAGAIN);
  n = syscall(SYS_futex, &first, FUTEX_CMP_REQUEUE_PRIVATE, 1, 1, &second, 1);
  assert(n >= 0 && n <= 2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
