// It sleeps for this process alone, and is woken by nobody who looks among all processes.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int word;

static void *sleeper(void *arg) {
  while (!word)
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, sleeper, NULL);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE, 1) == 0);
  word = 1;
  int n = syscall(SYS_futex, &word, FUTEX_WAKE, 1);
  assert(n >= 0 && n <= 1);
  pthread_join(a, NULL);
  return 0;
}
