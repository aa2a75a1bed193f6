#include <assert.h>
#include <signal.h>
#include <string.h>
int main(void) {
  struct sigaction action, old;
  action.sa_handler = SIG_IGN;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGHUP);
  sigaddset(&action.sa_mask, SIGKILL);
  if (sigaction(SIGPIPE, &action, 0))
    return 0;
  sigaction(SIGPIPE, 0, &old);
  assert(old.sa_handler == SIG_IGN && old.sa_flags == SA_RESTART);
  assert(sigismember(&old.sa_mask, SIGHUP) && !sigismember(&old.sa_mask, SIGKILL));
  assert(signal(SIGPIPE, SIG_DFL) == SIG_IGN && signal(SIGPIPE, SIG_ERR) == SIG_ERR);
  assert(signal(SIGPIPE, SIG_DFL) == SIG_DFL);
  return 0;
}
