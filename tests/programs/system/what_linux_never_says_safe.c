#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  struct pollfd file = {0, POLLIN, 0};
  if (poll(&file, 1, -1) == 0)
    reach_error();
  int status;
  if (waitpid(-1, &status, 0) == 0)
    reach_error();
  status = system("true");
  if (status != -1 && !WIFEXITED(status) && !WIFSIGNALED(status))
    reach_error();
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur > limit.rlim_max)
    reach_error();
  char path[4];
  if (getcwd(path, sizeof path) && path[0] != '/')
    reach_error();
  if (dup2(0, -5) != -1 || errno != EBADF)
    reach_error();
  umask(022);
  if (umask(077) != 022)
    reach_error();
  struct stat file_of_path;
  if (stat("/", &file_of_path) == 0 && file_of_path.st_mtim.tv_nsec >= 1000000000)
    reach_error();
  struct itimerspec too_long = {{0, 0}, {0, 2000000000}};
  if (timerfd_settime(3, 0, &too_long, 0) == 0)
    reach_error();
  return 0;
}
