#include <sys/select.h>
extern void reach_error(void);
int main(void) {
  fd_set set;
  struct timeval rest = {5, 0};
  FD_ZERO(&set);
  FD_SET(20, &set);
  if (select(21, &set, 0, 0, &rest) < 0 && rest.tv_sec == 4)
    reach_error();
  return 0;
}
