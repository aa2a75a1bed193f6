#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  sigset_t set, old;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_IGN;
  if (sigaction(SIGPIPE, &action, 0) || signal(SIGCHLD, SIG_DFL) == SIG_ERR)
    reach_error();
  if (signal(SIGKILL, SIG_IGN) != SIG_ERR || errno != EINVAL)
    reach_error();
  sigemptyset(&set);
  if (sigismember(&set, SIGINT) || sigaddset(&set, SIGINT) || sigaddset(&set, 64) || !sigismember(&set, SIGINT))
    reach_error();
  if (sigdelset(&set, SIGINT) || sigismember(&set, SIGINT) || sigismember(&set, 64) != 1)
    reach_error();
  sigfillset(&set);
  if (!sigismember(&set, SIGTERM) || sigismember(&set, 32) || sigaddset(&set, 65) != -1)
    reach_error();
  if (pthread_sigmask(SIG_BLOCK, &set, &old) || sigprocmask(SIG_SETMASK, &old, 0))
    reach_error();
  if (pthread_sigmask(9, &set, 0) != 0)
    reach_error();
  return 0;
}
