#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/select.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  int ends[2];
  char text[4];
  errno = 0;
  if (pipe(ends) == -1) {
    if (errno == 0)
      reach_error();
    exit(1);
  }
  if (ends[0] == ends[1] || ends[0] < 0 || ends[1] < 0)
    reach_error();
  int file = open("/dev/null", O_RDWR | O_CREAT, 0600);
  if (file < -1)
    reach_error();
  if (fcntl(file, F_SETFL, O_NONBLOCK) > 0)
    reach_error();
  struct pollfd one = {ends[0], POLLIN, 0};
  int ready = poll(&one, 1, 0);
  if (ready > 1 || (ready == 0 && one.revents) || one.fd != ends[0])
    reach_error();
  fd_set set;
  FD_ZERO(&set);
  FD_SET(0, &set);
  if (select(3, &set, 0, 0, 0) >= 0 && FD_ISSET(2, &set))
    reach_error();
  if (ready > 0 && one.revents & POLLIN && read(ends[0], text, sizeof text) > 4)
    reach_error();
  if (close(file) < 0)
    reach_error();
  close(ends[0]);
  close(ends[1]);
  return 0;
}
