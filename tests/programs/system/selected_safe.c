#include <sys/select.h>
extern void reach_error(void);
int main(void) {
  fd_set in;
  struct timeval rest = {5, 0};
  FD_ZERO(&in);
  FD_SET(3, &in);
  FD_SET(9, &in);
  int found = select(4, &in, 0, 0, 0);
  if (found >= 0 && (found != 1 || !FD_ISSET(3, &in) || FD_ISSET(9, &in)))
    reach_error();
  FD_SET(3, &in);
  found = select(4, &in, 0, 0, &rest);
  if (found >= 0 && found != !!FD_ISSET(3, &in))
    reach_error();
  if (rest.tv_sec > 5 || (rest.tv_sec == 5 && rest.tv_usec))
    reach_error();
  return 0;
}
