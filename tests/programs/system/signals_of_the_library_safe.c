#include <assert.h>
#include <errno.h>
#include <signal.h>
int main(void) {
  sigset_t set;
  struct sigaction old;
  sigfillset(&set);
  for (int number = 32; number <= 33; number++) {
    errno = 0;
    assert(sigaddset(&set, number) == -1 && errno == EINVAL);
    errno = 0;
    assert(sigdelset(&set, number) == -1 && errno == EINVAL);
    errno = 0;
    assert(signal(number, SIG_IGN) == SIG_ERR && errno == EINVAL);
    errno = 0;
    assert(sigaction(number, 0, &old) == -1 && errno == EINVAL);
    assert(!sigismember(&set, number));
  }
  assert(sigaction(70, 0, 0) == -1 && !sigaction(SIGKILL, 0, &old));
  return 0;
}
