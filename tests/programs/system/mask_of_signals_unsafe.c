// A process may begin with signals blocked.
#include <assert.h>
#include <signal.h>

int main(void) {
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, &old);
  assert(sigismember(&old, SIGUSR2) == 0);
  return 0;
}
