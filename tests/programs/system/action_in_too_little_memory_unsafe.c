#include <signal.h>
#include <stdlib.h>
int main(void) {
  struct sigaction *action = malloc(sizeof(action->sa_handler));
  if (!action)
    return 0;
  action->sa_handler = SIG_IGN;
  sigaction(SIGPIPE, action, 0);
  free(action);
  return 0;
}
