// It sleeps for another bit.
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int word, done;

static void *sleeper(void *arg) {
  while (!word)
    syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, NULL, NULL, 2);
  done = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sleeper, NULL);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL, 1) == 0);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL, 0) == -1 && errno == EINVAL);
  word = 1;
  syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL, 4);
  pthread_join(t, NULL);
  assert(done);
  return 0;
}
