#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char name[3];
  if (prctl(PR_SET_NAME, "worker"))
    reach_error();
  if (getcwd(name, 0) || errno != EINVAL)
    reach_error();
  if (getcwd(name, sizeof name) && strlen(name) > 1)
    reach_error();
  return 0;
}
