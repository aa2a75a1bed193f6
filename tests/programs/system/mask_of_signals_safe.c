// What a thread blocks is what it said; some signals are never blocked.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *thread(void *arg) {
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_SETMASK, &set, 0);
  pthread_sigmask(SIG_UNBLOCK, &set, &old);
  assert(sigismember(&old, SIGTERM) == 1 && sigismember(&old, SIGINT) == 0);
  pthread_sigmask(SIG_SETMASK, 0, &old);
  assert(sigismember(&old, SIGTERM) == 0);
  return 0;
}

int main(void) {
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGKILL);
  assert(sigprocmask(SIG_SETMASK, &set, 0) == 0);
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  pthread_join(t, 0);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  assert(pthread_sigmask(SIG_BLOCK, &set, &old) == 0);
  assert(sigismember(&old, SIGUSR1) == 1 && sigismember(&old, SIGUSR2) == 0);
  pthread_sigmask(SIG_BLOCK, 0, &old);
  assert(sigismember(&old, SIGUSR1) == 1 && sigismember(&old, SIGUSR2) == 1 && sigismember(&old, SIGKILL) == 0);
  return 0;
}
