#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
extern void reach_error(void);
int main(void) {
  struct epoll_event asked = {EPOLLIN}, found[2];
  unsigned long *mask = calloc(8 / sizeof(long), sizeof(long));
  int set = epoll_create1(0);
  if (set < 0 || epoll_ctl(set, EPOLL_CTL_ADD, 0, &asked)) {
    free(mask);
    return 1;
  }
  int count = epoll_pwait(set, found, 2, -1, (sigset_t *)mask);
  if (count == 0 || count > 1)
    reach_error();
  free(mask);
  return 0;
}
