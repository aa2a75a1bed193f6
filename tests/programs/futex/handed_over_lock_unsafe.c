// Who was told that another one has it has it not.
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic unsigned word;
static int x;

static void *worker(void *arg) {
  int n = syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, NULL);
  assert(n == 0);
  x++;
  assert((word & FUTEX_TID_MASK) != 0);
  syscall(SYS_futex, &word, FUTEX_UNLOCK_PI);
  return NULL;
}

int main(void) {
  pthread_t t;
  assert(syscall(SYS_futex, &word, FUTEX_UNLOCK_PI) == -1 && errno == EPERM);
  pthread_create(&t, NULL, worker, NULL);
  { syscall(SYS_futex, &word, FUTEX_TRYLOCK_PI);
    x++;
    syscall(SYS_futex, &word, FUTEX_UNLOCK_PI);
  }
  pthread_join(t, NULL);
  assert(x == 1 || x == 2);
  return 0;
}
