#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <sys/utsname.h>
extern void reach_error(void);
int main(void) {
  char name[16];
  struct utsname machine;
  name[15] = machine.release[64] = machine.sysname[6] = 'x';
  if (pthread_getname_np(pthread_self(), name, 16) || uname(&machine))
    return 0;
  if (!name[3] && !name[15] && !machine.sysname[5] && !machine.sysname[6] && !machine.release[64])
    reach_error();
  return 0;
}
